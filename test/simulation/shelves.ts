import { eventPlaceOf } from "#lib/domain/events.ts";
import { boxLocationKey, locationKey, nameOfKey } from "#lib/store/keys.ts";
import { linearises, type Step, spanOf } from "./history.ts";
import { type Report, type Rows, rowOfScan, type Scan } from "./recount.ts";

type Registered = {
  readonly scans: readonly Scan[];
  readonly rows: Rows;
  /** When each operation row was written. */
  readonly written: ReadonlyMap<string, number>;
  readonly report: Report;
};

/** A place in a row, in an event, or of a newer scan. */
type Seen = Readonly<Record<string, unknown>>;
export const shelfIn = ({ off_shelf, location }: Seen): string =>
  off_shelf === false ? String(location) : "";

const isPlacing = ({ route }: Scan) => route.endsWith("location") || route.startsWith("clear");

const placeNameOf = ({ fields: { zongpai, category, box_no = "" } }: Scan) =>
  nameOfKey(
    zongpai === undefined
      ? boxLocationKey(box_no)
      : locationKey(zongpai, category as string | undefined),
  );

/** Numbers shelves in the order of their first use. No shelf is 0. */
const shelfNumbers = () => {
  const known = [""];
  return (shelf: unknown): number => {
    const text = String(shelf);
    if (!known.includes(text)) known.push(text);
    return known.indexOf(text);
  };
};

/** The effect of a scan on the shelf of its goods, or the shelves that explain its refusal as stale. */
const stepOf = (
  scan: Scan,
  numberOf: (shelf: unknown) => number,
  { rows, written }: Registered,
): Step | undefined => {
  const { tries, fields } = scan;
  const expected = fields.expected_location;
  const isExpected = (shelf: number) => expected === undefined || numberOf(expected) === shelf;
  const row = rowOfScan(scan, rows);
  const placing = row?.event && eventPlaceOf(row.event);
  if (placing) {
    const left = numberOf(shelfIn(placing.stays ?? placing));
    const take: Step["take"] = (shelf) => {
      const isKept = placing.stays === undefined || shelf === left;
      return isKept && isExpected(shelf) ? left : undefined;
    };
    return { ...spanOf(tries, written.get(nameOfKey(row))), take };
  }
  const refusal = tries.find(({ verdict }) => verdict === "staleExpectedLocation");
  if (!refusal) return undefined;
  const from = Math.min(...tries.map(({ sent }) => sent));
  const take: Step["take"] = (shelf) => (isExpected(shelf) ? undefined : shelf);
  return { from, to: refusal.answered, take };
};

/** Checks that each recorded scan met the shelf that it expects, and that each scan refused as stale met another. */
export const checkShelves = (registered: Registered): void => {
  const { scans, rows, report } = registered;
  for (const [name, all] of Map.groupBy(scans.filter(isPlacing), placeNameOf)) {
    const numberOf = shelfNumbers();
    const last = numberOf(shelfIn(rows.get(name) ?? {}));
    const from = Number.MAX_VALUE;
    const steps: Step[] = [
      ...all.flatMap((scan) => stepOf(scan, numberOf, registered) ?? []),
      { from, to: from, take: (shelf) => (shelf === last ? shelf : undefined) },
    ];
    if (!linearises(steps)) report("shelves without an order", `${name}: ${all.length} scans`);
  }
};
