import type { Place } from "#infra/local/stage.ts";
import { configureIn, writer } from "./configure.ts";
import type { Labels } from "./labels.ts";

const day = 86_400_000;

/** A morning in a local stage: goods on shelves and off them, boxes, attachments, and two scans that are refused. */
export const fillBoard = async (stage: Place, { goods, boxes, shelves }: Labels): Promise<void> => {
  const { site } = stage;
  const { save, close } = writer(stage);
  const code = (labels: Labels[keyof Labels], at: number) => labels[at]?.value ?? "";
  const place = (
    zongpai: string,
    where: { readonly location?: string; readonly off_shelf?: boolean },
    ago: number,
  ) => {
    const scanned_at = new Date(Date.now() - ago).toISOString();
    return save("post-trace-location", {
      zongpai,
      location: undefined,
      off_shelf: undefined,
      scanned_at,
      ...where,
    });
  };
  const known = goods.slice(0, -1).map(({ value }) => value);
  const first = known[0] ?? "";
  await configureIn(stage, first);
  await place(first, { off_shelf: true }, day / 4);
  for (const [at, zongpai] of known.slice(0, 16).entries())
    await place(zongpai, { location: code(shelves, at % 5) }, at * 900_000);
  for (const [at, zongpai] of known.slice(16, 24).entries())
    await place(zongpai, { off_shelf: true }, at < 3 ? (9 - 2 * at) * day : at * 3_600_000);
  const few = site.formats.quantity.least;
  const [category = ""] = site.attachment.categories.map(({ code: one }) => one);
  for (const [at, zongpai] of known.slice(0, 3).entries())
    await save("post-box", { box_no: code(boxes, 0), zongpai, quantity: few * (at + 1) });
  await save("post-attachment-box", {
    box_no: code(boxes, 0),
    zongpai: first,
    category,
    quantity: few,
  });
  const stands = { location: code(shelves, 2), off_shelf: undefined, scanned_at: undefined };
  await save("post-box-location", { box_no: code(boxes, 0), ...stands });
  await save("post-attachment-location", {
    zongpai: first,
    category,
    location: code(shelves, 1),
    off_shelf: undefined,
    scanned_at: undefined,
  });
  await save("edit-box", {
    box_no: code(boxes, 0),
    zongpai: first,
    quantity: few * 2,
    expected_quantity: undefined,
  });
  await save("post-box", { box_no: code(boxes, 0), zongpai: first, quantity: few });
  await save("post-box", {
    box_no: code(boxes, 1),
    zongpai: goods.at(-1)?.value ?? "",
    quantity: few,
  });
  close();
};
