import { describe, expect, it } from "vitest";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { wireOf } from "#lib/http/wire.ts";
import { boxLocationKey, operationsSpan, placeKey } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { linesOfKind } from "../../commands/export/export-kinds.ts";
import { headingsOf, jobsOf } from "../../commands/import/import-jobs.ts";
import { checkTable } from "../../commands/table/check-table.ts";
import { audited, traced } from "../support/audited.ts";
import { done } from "../support/client.ts";
import { spoil } from "../support/planted.ts";
import { boxNo, fresh, location } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";

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

describe.runIf(site.routes.clearBox)("a box that left", () => {
  const left = async () => {
    const { box_no } = await placed();
    await done("clear-box", { box_no });
    return { box_no, key: boxLocationKey(box_no) };
  };

  it("keeps a row with its instant, which is not in the index", async () => {
    const { box_no, key } = await left();
    const { at, recorded_at, ...row } = await rowAt(key);
    expect([at, recorded_at]).toEqual([expect.any(Number), expect.any(Number)]);
    const who = expect.any(String);
    expect(row).toEqual({ ...key, box_no, who, off_shelf: true, has_left: true });
    expect((await audited()).differences).toEqual([]);
    expect((await checkTable(table, site, 2)).misfits).toEqual({});
  });

  it("is taken out of the index by a repair, as 0.3.0 may have put it there", async () => {
    const { box_no, key } = await left();
    const sound = await rowAt(key);
    const at = Number(sound.at);
    await spoil(key, placeKey({ box_no, off_shelf: true, at }));
    const { differences } = await audited({ repairAs: "ada" });
    expect(differences.map(({ attribute }) => attribute).toSorted()).toEqual([
      "place_pk",
      "place_sk",
    ]);
    expect(await rowAt(key)).toEqual(sound);
    await spoil(key, { has_left: "yes" });
    expect((await audited()).differences).toMatchObject([{ kind: "unreadable", key }]);
    await spoil(key, { has_left: true });
  });

  it("is in the trace: from where it left, and to where it came back", async () => {
    const { box_no } = await left();
    await done("post-box-location", { box_no, location: location(2) });
    expect(await traced({ box_no })).toMatchObject([
      { location: location(1) },
      { route: "clear-box", cleared: true, before: { location: location(1) } },
      { location: location(2), before: { cleared: true } },
    ]);
  });

  it("is no place of an export, whose history says that it left", async () => {
    const { box_no, key } = await left();
    expect(linesOfKind("places", site).linesIn(await rowAt(key))).toEqual([]);
    const { linesIn } = linesOfKind("history", site);
    const lines = (
      await queryAll(table, operationsSpan({ box_no }), deadlineWithin(5_000))
    ).flatMap(linesIn);
    const { nameOf } = wireOf(site);
    const has = { [String(nameOf("box_no"))]: box_no, [String(nameOf("cleared"))]: true };
    expect(lines).toContainEqual(expect.objectContaining(has));
  });
});
