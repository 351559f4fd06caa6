import { useLayoutEffect, useState } from "preact/hooks";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { sortByCode } from "../shared/code-order.ts";
import { sumQuantities } from "../shared/commands.ts";
import type { ReadResult } from "../shared/service-reads.ts";
import { readRoute } from "./client.ts";

type BoxPage = RouteAnswer<"get-boxes">;
export type ListedBox = BoxPage["boxes"][number];

/** The pages of a list of boxes that were read so far. `readAt`: when the first was, epoch ms. */
export type BoxList = {
  readonly result: ReadResult<BoxPage> | undefined;
  readonly boxes: readonly ListedBox[];
  readonly readAt: number;
  readonly readAgain: () => void;
  readonly loadMore: (() => void) | undefined;
};

type Loaded = Omit<BoxList, "readAgain" | "loadMore">;

/** A day of this device, as the service takes it: Swedish dates have the form YYYY-MM-DD. */
export const dayAt = (instant: number): string => new Date(instant).toLocaleDateString("sv");

/** Reads the boxes of a day. Each box costs a read, so the page does not refresh the list by itself. */
export const useBoxList = (day: string): BoxList => {
  const [loaded, setLoaded] = useState<Loaded>({ result: undefined, boxes: [], readAt: 0 });
  const [readCount, setReadCount] = useState(0);
  const read = async (before: readonly ListedBox[], cursor?: string) => {
    const result = await readRoute("get-boxes", { day, cursor });
    const boxes = [...before, ...(result.answer?.boxes ?? [])];
    return { result, boxes, readAt: Date.now() };
  };
  // Before the paint, as in useAnswer.
  useLayoutEffect(() => {
    let isOutdated = false;
    void read([]).then((first) => isOutdated || setLoaded(first));
    return () => {
      isOutdated = true;
    };
  }, [day, readCount]);
  const cursor = loaded.result?.answer?.cursor;
  return {
    ...loaded,
    boxes: sortByCode(loaded.boxes, ({ box_no }) => box_no),
    readAgain: () => setReadCount(readCount + 1),
    loadMore:
      cursor === undefined ? undefined : () => void read(loaded.boxes, cursor).then(setLoaded),
  };
};

/** What a box still lacks; below zero are too many. `undefined` if the ERP gives no number, or the box is too large to count. */
export const missingIn = ({ quantity, items_quantity, more }: ListedBox): number | undefined =>
  quantity === undefined || more ? undefined : sumQuantities(quantity, -items_quantity);

export const hasBoxLeft = ({ cleared }: ListedBox): boolean => cleared === true;

export const isComplete = (box: ListedBox): boolean => missingIn(box) === 0;

/** The instant of the last scan of a box, or into it. */
export const lastScanOf = ({ recorded_at = "", registered_at = "" }: ListedBox): string =>
  recorded_at > registered_at ? recorded_at : registered_at;
