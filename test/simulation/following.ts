import { clientSettings } from "#lib/page/client-settings.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Device } from "./device.ts";
import type { Report, Scan } from "./recount.ts";
import type { Taken } from "./taken.ts";

type Told = {
  readonly taken: ReadonlyMap<string, Taken>;
  readonly devices: ReadonlyMap<number, Device>;
  readonly scans: readonly Scan[];
  readonly site: Site;
  readonly report: Report;
};

/** The items that a scan changes. A move changes two. */
const itemsOf = ({ fields: { box_no, to_box_no, zongpai, category } }: Taken): string[] =>
  [box_no, to_box_no].flatMap((no) => (no ? [[no, zongpai, category].join(" ")] : []));

/** Checks that entries which build on a refused scan are not sent, unless the same item was saved in between. */
export const checkFollowing = ({ taken, devices, scans, site, report }: Told): void => {
  const { routes } = clientSettings(site);
  const asked = new Set(scans.map(({ key }) => key));
  for (const [id, scan] of taken) {
    const [item = ""] = itemsOf(scan);
    const isKnown = devices.get(scan.device)?.hadOnePage() && !scan.emptied && !scan.unmarked;
    if (!asked.has(id) || !routes[scan.route]?.builds || !item || !isKnown) continue;
    for (const other of scan.open) {
      const refused = taken.get(other);
      if (!refused || refused.emptied || refused.unmarked) continue;
      // A scan that was taken back may still be refused, if a closed page hears its answer late.
      const isRefused = refused.told.length > 0 && refused.told.every((what) => what === "refused");
      if (!isRefused || !itemsOf(refused).includes(item)) continue;
      const between = [...taken].some(
        ([one, middle]) =>
          one !== id &&
          one !== other &&
          middle.device === scan.device &&
          middle.at >= refused.at &&
          middle.at <= scan.at &&
          itemsOf(middle).includes(item),
      );
      if (!between) report("built on what was refused", `${id} on ${other}`);
    }
  }
};
