import demo from "../../sites/demo.ts";
import { requestTo, type Step } from "./demo.ts";

/** The expected answer: a refusal, or a pattern that matches once for each shown row. */
type Expected = "refused" | RegExp;
type Row = readonly [detail: string, ...step: Step, expected?: Expected];

const areas = demo.location.areas || [];
const [area = ""] = areas;
const [first, second] = [`${area}-A-1`, `${area}-A-2`];

/** Where goods are, in all areas of the site: one in 20 is off the shelf, one in 20 in an area that the site does not list. */
export const placeOf = (at: number) => {
  if (at % 20 === 0) return { off_shelf: true };
  const named = at % 20 === 1 ? "L9" : areas[at % areas.length];
  return { location: `${named}-A-${at % 1_000}` };
};

/** A box with items of part of the goods. */
export const largeBox = "BX901";
/** Goods that were moved many times. */
export const busyGoods = "PO8-1";

const goods = /"zongpai":"PO.*?registered_at/g;
const counted = /goods_count":[^0]/g;

/**
 * Requests to every route, one for each of its different costs, in an order in which each finds what it needs. No other round uses these
 * names.
 */
export const stepsOf = (round: number) => {
  const zongpai = `PO9-${round}`;
  const [box_no, to_box_no, third] = [`BX91${round}`, `BX92${round}`, `BX93${round}`];
  const category = "MANUAL";
  const place = { zongpai, location: first };
  const item = { box_no, zongpai };
  const attachment = { zongpai, category };
  const entry = { ...item, category };
  const scanned_at = new Date(Date.now() - 3_600_000).toISOString();
  const rows: readonly Row[] = [
    ["first", "post-trace-location", place],
    ["moved", "post-trace-location", { zongpai, location: second }],
    ["late", "post-trace-location", { ...place, scanned_at }],
    ["goods not verified", "post-box", { ...item, quantity: 5 }],
    ["goods verified", "post-box", { ...item, box_no: to_box_no, quantity: 5 }],
    ["refused as a duplicate", "post-box", { ...item, quantity: 6 }, "refused"],
    ["", "edit-box", { ...item, quantity: 4 }],
    ["", "delete-box", item],
    ["into the large box", "post-box", { ...item, box_no: largeBox, quantity: 5 }],
    ["in the large box", "edit-box", { ...item, box_no: largeBox, quantity: 4 }],
    ["out of the large box", "delete-box", { ...item, box_no: largeBox }],
    ["the large box", "get-box-info", { box_no: largeBox }, /recorded_at/g],
    ["busy goods", "post-trace-location", { zongpai: busyGoods, location: second }],
    ["busy goods", "get-history", { zongpai: busyGoods }, /recorded_at/g],
    ["first time", "get-box-info", { box_no: to_box_no }, /recorded_at/g],
    ["", "get-box-info", { box_no: to_box_no }, /recorded_at/g],
    ["", "get-goods-status", { zongpai }, /"box_no"/g],
    ["", "get-box-status", { box_no: to_box_no }, /"zongpai"/g],
    ["", "post-box-location", { box_no: to_box_no, location: second }],
    ["with a place", "get-boxes", {}, /"box_no"/g],
    ["all of it", "move-item", { box_no: to_box_no, to_box_no: box_no, zongpai, quantity: 5 }],
    ["a part", "move-item", { ...item, to_box_no, quantity: 2 }],
    ["", "get-history", { zongpai }, /recorded_at/g],
    ["a full page", "get-refusals", {}, /refused_at/g],
    ["", "get-counts", {}, counted],
    ["one area", "get-counts", { area }, counted],
    ["one zongpai", "location-overview", { zongpai }, goods],
    ["first page", "location-overview", {}, goods],
    ["one area", "location-overview", { area }, goods],
    ["one location", "location-overview", { location: second }, goods],
    ["off the shelf", "location-overview", { off_shelf: true }, goods],
    ["", "put-attachment-config", { zongpai, entries: [{ category, quantity: 5 }] }],
    ["", "post-attachment-location", { ...attachment, location: first }],
    ["goods verified", "post-attachment-box", { ...entry, quantity: 2 }],
    ["over the cap", "post-attachment-box", { ...entry, box_no: third, quantity: 9 }, "refused"],
    ["", "patch-attachment-box", { ...entry, quantity: 3 }],
    ["", "delete-attachment-box", entry],
    ["", "get-attachment-status", { zongpai }, /"category"/g],
    ["", "get-attachment-categories", {}, /"category"/g],
    ["an attachment", "clear-place", attachment],
    ["goods", "clear-place", { zongpai }],
    ["", "clear-box", { box_no: to_box_no }],
  ];
  return rows.map(([detail, id, fields, expected]) => {
    const step: Step = [id, fields];
    const { httpMethod, path } = requestTo(step);
    return { name: `${httpMethod} ${path}${detail && `, ${detail}`}`, step, expected };
  });
};
