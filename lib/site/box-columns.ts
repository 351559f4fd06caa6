import type { Site } from "./schema.ts";

/** The further columns of the view of boxes that a site reads, with the one of the day. */
export const boxColumnsOf = ({
  boxes,
}: {
  readonly boxes: Pick<Site["erp"]["boxes"], "columns" | "day">;
}): readonly string[] => [
  ...new Set([...boxes.columns.map(({ column }) => column), ...(boxes.day ? [boxes.day] : [])]),
];
