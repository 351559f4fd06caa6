import type { Stage } from "#infra/local/stage.ts";
import type { Fields, WriteId } from "#lib/page/requests.ts";
import type { Labels } from "./labels.ts";
import { configureIn, saveIn } from "./save-in.ts";

const hour = 3_600_000;

/** A morning in a local stage: goods on shelves and off them, boxes, attachments, and two scans that are refused. */
export const fillBoard = async (stage: Stage, { goods, boxes, shelves }: Labels): Promise<void> => {
  const { site } = stage;
  const save = <Id extends WriteId>(route: Id, fields: Partial<Fields<Id>>) =>
    saveIn(stage, route, fields);
  const place = (zongpai: string, where: object, hoursAgo: number) => {
    const scanned_at = new Date(Date.now() - hoursAgo * hour).toISOString();
    return save("post-trace-location", { zongpai, scanned_at, ...where });
  };
  const known = goods.slice(0, -1).map(({ value }) => value);
  const locations = shelves.map(({ value }) => value);
  const [zongpai = ""] = known;
  const [{ value: box_no }, { value: otherBox }] = boxes;
  await configureIn(stage, zongpai);
  await place(zongpai, { off_shelf: true }, 6);
  for (const [at, one] of known.slice(0, 16).entries())
    await place(one, { location: locations[at % 5] }, at / 4);
  for (const [at, one] of known.slice(16, 24).entries())
    await place(one, { off_shelf: true }, at < 3 ? (9 - 2 * at) * 24 : at);
  const few = site.formats.quantity.least;
  const [{ code: category = "" } = {}] = site.attachment.categories;
  for (const [at, one] of known.slice(0, 3).entries())
    await save("post-box", { box_no, zongpai: one, quantity: few * (at + 1) });
  await save("post-attachment-box", { box_no, zongpai, category, quantity: few });
  await save("post-box-location", { box_no, location: locations[2] });
  await save("post-attachment-location", { zongpai, category, location: locations[1] });
  await save("edit-box", { box_no, zongpai, quantity: few * 2 });
  for (const item of [
    { box_no, zongpai },
    { box_no: otherBox, zongpai: goods.at(-1)?.value },
  ])
    await save("post-box", { ...item, quantity: few });
};
