import type { RouteId } from "#lib/endpoints/ids.ts";
import type { Fields } from "../bench/steps.ts";
import { randomFrom } from "../bench-cold/shift.ts";

/** A scan: when it is made, in milliseconds from the start. */
export type Scan = { readonly at: number; readonly route: RouteId; readonly fields: Fields };

/** What is open at a time: goods, and shelves. Scanners before `big` pack one order, a box each time; the others pack box after box. */
const open = { goods: 400, shelves: 600, perBox: 8, big: 10 };

export const goods = Array.from({ length: open.goods }, (_, at) => `PO1-${at}`);
const pick = <Of>(list: readonly Of[], share: number): Of =>
  list[Math.floor(share * list.length)] as Of;

/** Scans with so many milliseconds between two of a scanner, on average: 40 % saves, 30 % registrations (a third off the shelf), 30 % look-ups. `turn` keeps the boxes apart. */
export const scansOf = (
  scanners: number,
  gap: number,
  seconds: number,
  turn: number,
  seed: number,
): Scan[] => {
  const random = randomFrom(seed + turn);
  const pause = () => -Math.log(1 - random()) * gap;
  const scans: Scan[] = [];
  for (let scanner = 0; scanner < scanners; scanner += 1) {
    let saved = Math.floor(random() * open.goods);
    const boxOf = (count: number) =>
      `BX${turn}${String(scanner).padStart(4, "0")}-${scanner < open.big ? count : Math.floor(count / open.perBox)}`;
    for (let at = pause(); at < seconds * 1_000; at += pause()) {
      const what = random();
      const zongpai = scanner < open.big ? (goods[0] as string) : pick(goods, random());
      if (what < 0.4) {
        saved += 1;
        const next = scanner < open.big ? zongpai : (goods[saved % open.goods] as string);
        scans.push({
          at,
          route: "post-box",
          fields: { box_no: boxOf(saved), zongpai: next, quantity: 1 },
        });
      } else if (what < 0.6)
        scans.push({
          at,
          route: "post-trace-location",
          fields: { zongpai, location: `L1-A-${Math.floor(random() * open.shelves)}` },
        });
      else if (what < 0.7)
        scans.push({ at, route: "post-trace-location", fields: { zongpai, off_shelf: true } });
      else if (what < 0.85) scans.push({ at, route: "location-overview", fields: { zongpai } });
      else scans.push({ at, route: "get-box-info", fields: { box_no: boxOf(saved) } });
    }
  }
  return scans;
};

/** Saves of one and the same goods, so many a second, each into a box of its own, at random instants. */
export const savesOfOne = (rate: number, saves: number, turn: number, seed: number): Scan[] => {
  const random = randomFrom(seed + turn);
  return Array.from({ length: saves }, (_, count) => ({
    at: (random() * saves * 1_000) / rate,
    route: "post-box",
    fields: { box_no: `BX${turn}9999-${count}`, zongpai: goods[1], quantity: 1 },
  }));
};
