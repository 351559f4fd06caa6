import { expect, it } from "vitest";
import { wireOf } from "#lib/http/wire.ts";
import { boxLocationKey } from "#lib/store/keys.ts";
import { linesOfKind } from "../../commands/export/export-kinds.ts";
import { headingsOf, jobsOf } from "../../commands/import/import-jobs.ts";
import { audited, traced } from "../support/audited.ts";
import { done } from "../support/client.ts";
import { spoil } from "../support/planted.ts";
import { boxNo, fresh, location } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt } from "../support/table.ts";

const placed = async () => {
  const at = { box_no: boxNo(fresh()), location: location(1) };
  await done("post-box-location", at);
  return at;
};

it("the audit finds and repairs a box place that the index has wrong", async () => {
  const key = boxLocationKey((await placed()).box_no);
  const sound = await rowAt(key);
  await spoil(key, { place_sk: "S#A#B", area: "A" });
  const { differences } = await audited({ repairAs: "ada" });
  expect(differences.map(({ attribute }) => attribute).toSorted()).toEqual(["area", "place_sk"]);
  expect(await rowAt(key)).toEqual(sound);
  await spoil(key, { at: "never" });
  expect((await audited()).differences).toMatchObject([{ kind: "unreadable", key }]);
  await spoil(key, { at: Number(sound.at) });
});

it("the trace of a box has its places; export and import keep its place", async () => {
  const at = await placed();
  const [line] = await traced({ box_no: at.box_no });
  expect(line).toMatchObject({ route: "post-box-location", location: at.location });
  const { columns, linesIn } = linesOfKind("places", site);
  const [row = {}] = linesIn(await rowAt(boxLocationKey(at.box_no)));
  const cells = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, String(value)]),
  );
  const lines = [{ line: 2, cells }];
  const headings = headingsOf("places", columns, new Map(), site);
  const [job] = jobsOf("places", lines, headings, "run", site);
  expect(job).toMatchObject({ route: "post-box-location", fields: at });
  expect(wireOf(site).decode(row).value).toMatchObject(at);
});
