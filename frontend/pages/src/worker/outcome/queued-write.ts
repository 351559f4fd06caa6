import type { WriteId } from "#lib/page/requests.ts";
import type { Entry } from "#scanner/client/entry.ts";

export type QueuedWrite = Pick<Entry<WriteId>, "route" | "fields">;

/** The fields of a write that name something, and its quantities. */
export const fieldsOf = ({ fields }: QueuedWrite) => {
  const text = (name: string) => (fields[name] === undefined ? undefined : String(fields[name]));
  const number = (name: string) => (fields[name] === undefined ? undefined : Number(fields[name]));
  return {
    zongpai: text("zongpai") ?? "",
    box_no: text("box_no"),
    to_box_no: text("to_box_no"),
    location: text("location"),
    category: text("category"),
    off_shelf: fields.off_shelf === true,
    quantity: number("quantity"),
    expected: number("expected_quantity"),
  };
};

/** Whether the write records that goods, an attachment or a box left. */
export const isLeaving = ({ route }: Pick<QueuedWrite, "route">): boolean =>
  route.startsWith("clear");

/** Whether the write records the place of goods, an attachment or a box, or that they left. */
export const isPlaceWrite = (write: Pick<QueuedWrite, "route">): boolean =>
  isLeaving(write) || /^post-.*-location$/.test(write.route);

/** The mode that lists a scan. */
export const modeOf = (scan: QueuedWrite) =>
  scan.fields.category ? "attach" : isPlaceWrite(scan) ? "shelve" : "box";

export const codesOf = (scan: QueuedWrite): string[] => {
  const { zongpai, box_no, to_box_no, location } = fieldsOf(scan);
  return [zongpai, box_no, to_box_no, location].filter((code) => code !== undefined);
};
