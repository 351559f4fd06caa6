import demo from "../../sites/demo.ts";
import { requestTo, type Step } from "./functions.ts";

/** A request of the bench, under the name of its row. */
export type Measured = {
  readonly name: string;
  readonly step: Step;
  /** What its answer has once for each thing that it shows. */
  readonly shows?: RegExp;
  readonly refused?: true;
};

const [area = ""] = demo.location.areas || [];
const [first, second] = [`${area}-A-1`, `${area}-A-2`];

/** Every goods of the bench: one in 20 is off the shelf, one in 20 in an area that the site does not list. */
export const placeOf = (at: number) => {
  const areas = demo.location.areas || [];
  if (at % 20 === 0) return { off_shelf: true };
  const named = at % 20 === 1 ? "W1" : areas[at % areas.length];
  return { location: `${named}-A-${at % 1_000}` };
};

/** Every route, as often as its costs differ, each after what it needs; with names that no other round uses. */
export const stepsOf = (round: number): Measured[] => {
  const zongpai = `PO9-${round}`;
  const [box_no, to_box_no, third] = [`BX91-${round}`, `BX92-${round}`, `BX93-${round}`];
  const category = "MANUAL";
  const [place, item] = [
    { zongpai, location: first },
    { box_no, zongpai },
  ];
  const [attachment, entry] = [
    { zongpai, category },
    { ...item, category },
  ];
  const scanned_at = new Date(Date.now() - 3_600_000).toISOString();
  const row = (detail: string, ...step: Step): Measured => {
    const { httpMethod, path } = requestTo(step);
    return { name: `${httpMethod} ${path}${detail && `, ${detail}`}`, step };
  };
  const read = (detail: string, shows: RegExp, ...step: Step) => ({
    ...row(detail, ...step),
    shows,
  });
  const refused = (detail: string, ...step: Step) => ({
    ...row(detail, ...step),
    refused: true as const,
  });
  const [goods, boxes, counted] = [
    /"zongpai":"PO.*?registered_at/g,
    /"box_no"/g,
    /goods_count":[^0]/g,
  ];
  return [
    row("first", "post-trace-location", place),
    row("moved", "post-trace-location", { zongpai, location: second }),
    row("late", "post-trace-location", { ...place, scanned_at }),
    row("goods not verified", "post-box", { ...item, quantity: 5 }),
    row("goods verified", "post-box", { ...item, box_no: to_box_no, quantity: 5 }),
    refused("refused as a duplicate", "post-box", { ...item, quantity: 6 }),
    row("", "edit-box", { ...item, quantity: 4 }),
    row("", "delete-box", item),
    read("first time", /recorded_at/g, "get-box-info", { box_no: to_box_no }),
    read("", /recorded_at/g, "get-box-info", { box_no: to_box_no }),
    read("", boxes, "get-goods-status", { zongpai }),
    read("", /"zongpai"/g, "get-box-status", { box_no: to_box_no }),
    row("all of it", "move-item", { box_no: to_box_no, to_box_no: box_no, zongpai, quantity: 5 }),
    row("a part", "move-item", { ...item, to_box_no, quantity: 2 }),
    read("", /recorded_at/g, "get-history", { zongpai }),
    read("a full page", /refused_at/g, "get-refusals", {}),
    read("", counted, "get-counts", {}),
    read("one area", counted, "get-counts", { area }),
    read("one zongpai", goods, "location-overview", { zongpai }),
    read("first page", goods, "location-overview", {}),
    read("one area", goods, "location-overview", { area }),
    read("off the shelf", goods, "location-overview", { off_shelf: true }),
    row("", "put-attachment-config", { zongpai, entries: [{ category, quantity: 5 }] }),
    row("", "post-attachment-location", { ...attachment, location: first }),
    row("goods verified", "post-attachment-box", { ...entry, quantity: 2 }),
    refused("over the cap", "post-attachment-box", { ...entry, box_no: third, quantity: 9 }),
    row("", "patch-attachment-box", { ...entry, quantity: 3 }),
    row("", "delete-attachment-box", entry),
    read("", /"category"/g, "get-attachment-status", { zongpai }),
    read("", /"category"/g, "get-attachment-categories", {}),
    row("an attachment", "clear-place", attachment),
    row("goods", "clear-place", { zongpai }),
  ];
};
