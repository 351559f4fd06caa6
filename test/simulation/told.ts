import { subjectOf } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import { nameOfKey, operationKey } from "#lib/store/keys.ts";
import type { Device } from "./device.ts";
import { checkFollowing } from "./following.ts";
import type { Report, Rows, Scan } from "./recount.ts";
import type { Taken } from "./taken.ts";

/** Milliseconds for which an attempt waits for its answer, plus the error that a `Date` header leaves open. */
const tolerated = 13_000;

type Told = {
  readonly taken: ReadonlyMap<string, Taken>;
  readonly devices: ReadonlyMap<number, Device>;
  readonly scans: readonly Scan[];
  readonly rows: Rows;
  /** When each operation row was written. */
  readonly written: ReadonlyMap<string, number>;
  readonly site: Site;
  readonly report: Report;
};

/** Compares the outcomes that workers were shown with the table. On a site without keys, equal rows cannot be distinguished. */
export const checkTold = ({ taken, devices, scans, rows, written, site, report }: Told): void => {
  const keyed = site.extensions.idempotencyKey !== false;
  /** The ids of entries that are set aside for the worker. */
  const waits = new Set<string>();
  for (const device of devices.values()) {
    for (const [violation, sentence] of device.wrongs) report(violation, sentence);
    for (const { entry, state } of device.shown()) {
      if (state === "aside") waits.add(entry.id);
      const scan = taken.get(entry.id);
      // A failed storage may still have an entry whose outcome was shown. A page that opens later treats it as new.
      const isStale = scan?.unmarked && scan.told.length > 0;
      if (!device.kept.has(entry.id) && !isStale)
        report("shown, and not kept", `${entry.id} as ${state}`);
    }
  }
  /** The scans of which the network delivered a request twice. The copy may be recorded although the first was answered with "not recorded". */
  const copied = new Set(
    scans.filter(({ tries }) => tries.some(({ isCopy }) => isCopy)).map(({ key }) => key),
  );
  for (const [id, scan] of taken) {
    const { device, route, fields, told, emptied, unmarked } = scan;
    const sentence = `${id} ${route} ${JSON.stringify(fields)}: ${told.join(", ") || "nothing"} was said of it`;
    const kept = devices.get(device)?.kept.get(id);
    if (told.length === 0 && !emptied && !kept) report("forgotten", sentence);
    if (told.length === 0 && kept && !waits.has(id)) report("never sent", sentence);
    if (!keyed) continue;
    const row = rows.get(nameOfKey(operationKey(subjectOf(fields), `k#${id}`)));
    const recorded = row?.result !== undefined;
    if (told.includes("done") && !recorded) report("told as done, and not recorded", sentence);
    const isSurelyTakenBack = told.includes("withdrawn") && !unmarked && !copied.has(id);
    if ((told.includes("refused") || isSurelyTakenBack) && recorded)
      report("told as not recorded, and recorded", sentence);
  }
  if (!keyed) return;
  checkFollowing({ taken, devices, scans, site, report });
  for (const { key = "", fields, route } of scans) {
    const scan = taken.get(key);
    const { scanned_at } = fields;
    if (!scan || scanned_at === undefined || scan.fields.scanned_at !== undefined) continue;
    const off = Date.parse(String(scanned_at)) - scan.at;
    if (scan.heard && Math.abs(off) > tolerated)
      report("dated wrongly", `${key} ${route} by ${off} ms`);
  }
  const writtenAt = (id: string, { fields, aside, emptied, told }: Taken) =>
    aside || emptied || told.includes("unsure") || told.includes("withdrawn")
      ? undefined
      : written.get(nameOfKey(operationKey(subjectOf(fields), `k#${id}`)));
  for (const [id, scan] of taken) {
    const at = writtenAt(id, scan) ?? Number.POSITIVE_INFINITY;
    for (const other of scan.before) {
      const earlier = taken.get(other);
      const [first, then] = [earlier?.fields, scan.fields].map((fields) => subjectOf(fields ?? {}));
      const follows = first?.zongpai === then?.zongpai && first?.box_no === then?.box_no;
      if (earlier && follows && (writtenAt(other, earlier) ?? 0) > at)
        report("out of order", `${other} after ${id}`);
    }
  }
};
