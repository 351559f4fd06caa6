import { describe, expect, it } from "vitest";
import type { InputField } from "#lib/fields.ts";
import { wireOf } from "#lib/http/wire.ts";
import { type RouteId, routeIds } from "#lib/route-ids.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { TableItem } from "#lib/store/expression.ts";
import type { FieldValues } from "../../commands/contract/request.ts";
import { NotKnown } from "../../commands/smoke/check.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { demoWith } from "../site/demo-with.ts";
import noDeletion from "../site/no-deletion.ts";
import odd from "../site/odd.ts";
import type { wayTo } from "../support/way-to.ts";
import { type RiggedService, runSmokeOn, sampleOf, startService } from "./smoke-rig.ts";

const sites: readonly Site[] = [demo, odd, plain, noDeletion];

type MishapOf = NonNullable<Parameters<typeof wayTo>[1]["meet"]>;

/** A fault for the requests of a route, or only for those whose body has a field. */
const mishapAt = (
  site: Site,
  id: RouteId,
  mishap: ReturnType<MishapOf>,
  field?: InputField,
): MishapOf => {
  const route = routesOf(site).find((served) => served.id === id);
  const name = field && wireOf(site).nameOf(field);
  return ({ method, target, body }) =>
    method === route?.method &&
    target.split("?")[0] === route.path &&
    (!name || body.includes(name))
      ? mishap
      : undefined;
};

const isOperation = ({ sk }: TableItem) => String(sk).startsWith("OP#");

const kindOf = (row: TableItem): string => {
  const { pk, sk } = row as { readonly pk: string; readonly sk: string };
  if (isOperation(row)) return "operations";
  if (sk === "GOODS") return "goods";
  if (sk === "#ERP") return "copies of the ERP";
  if (sk.startsWith("LOC")) return row.cleared ? "cleared places" : "places";
  return pk.startsWith("B#") ? "items in boxes" : "others";
};
const rowsByKind = (rows: readonly TableItem[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, kindOf)].toSorted().map(([kind, some]) => [kind, some.length]),
  );

/** The only rows and attributes that a run may add or renew. */
const mayChange = {
  /** History, and copies of the ERP, which even a read of a box writes. */
  kinds: ["operations", "copies of the ERP"],
  /** Revisions and instants of goods. */
  goods: ["rev", "config_rev", "recorded_at", "verified_at"],
  /** Goods on a shelf are registered there again. */
  places: ["at", "who", "recorded_at"],
};

/** The rows without what may change. A missing counter is 0, and evidence of a category without a configuration is not shown. */
const comparableRows = (rows: readonly TableItem[]) =>
  rows
    .filter((row) => !mayChange.kinds.includes(kindOf(row)))
    .map((row) => {
      const kind = kindOf(row);
      const renewed =
        kind === "goods" ? mayChange.goods : kind === "places" ? mayChange.places : [];
      const kept = Object.entries(row).filter(([name, value]) => {
        const [, category] = /^e_(.+)$/s.exec(name) ?? [];
        const isShown = category === undefined || `c_${category}` in row;
        return !renewed.includes(name) && isShown && !(kind === "goods" && value === 0);
      });
      return Object.fromEntries(kept);
    });

/** The instant of a registration, and a configuration's revision, count as history. */
const ofHistory = ["registered_at", "revision"];
const withoutHistory = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, part) => (ofHistory.includes(name) ? undefined : part)));

/** The rows that clients see, without the added history. */
const shownState = async (site: Site, { done, contract }: RiggedService) => {
  const { goods: zongpai, box, otherBox } = sampleOf(site);
  const answers = [
    await done("get-box-info", { box_no: box }),
    await done("get-box-info", { box_no: otherBox }),
    await done("get-attachment-status", { zongpai }),
    await done("location-overview", { zongpai }),
    await done("location-overview", {}),
    ...(contract.routes.has("get-goods-status")
      ? [await done("get-goods-status", { zongpai })]
      : []),
  ];
  return answers.map(withoutHistory);
};

/** The goods are on a shelf, and another box holds some and their attachments. */
const useService = async (site: Site, { done }: RiggedService) => {
  const { goods: zongpai, otherBox: box_no, shelf } = sampleOf(site);
  const category = site.attachment.categories.at(-1)?.code;
  const quantity = site.formats.quantity.least;
  await done("post-trace-location", { zongpai, location: shelf });
  await done("put-attachment-config", { zongpai, entries: [{ category, quantity }] });
  await done("post-box", { box_no, zongpai, quantity });
  await done("post-attachment-box", { box_no, zongpai, category, quantity });
};

describe("the smoke test leaves everything as it was", () => {
  it.each(sites)("on $name, of goods that are in use", async (site) => {
    const service = await startService(site);
    await useService(site, service);
    const before = { rows: await service.rows(), shown: await shownState(site, service) };
    const { failed, notKnown, recorded } = await runSmokeOn(site, service);
    const after = { rows: await service.rows(), shown: await shownState(site, service) };
    expect([failed, notKnown]).toEqual([[], []]);
    expect(comparableRows(after.rows)).toEqual(comparableRows(before.rows));
    expect(after.shown).toEqual(before.shown);
    const operations = (rows: readonly TableItem[]) => rows.filter(isOperation);
    expect(operations(after.rows)).toEqual(expect.arrayContaining(operations(before.rows)));
    expect(operations(after.rows).length - operations(before.rows).length).toBe(recorded.length);
  });

  it.each(sites)("on $name, of goods that it never saw", async (site) => {
    const service = await startService(site);
    const before = await shownState(site, service);
    const { failed } = await runSmokeOn(site, service);
    const rows = rowsByKind(await service.rows());
    expect(failed).toEqual([]);
    expect(await shownState(site, service)).toEqual(before);
    expect(rows).not.toHaveProperty("places");
    expect(rows).not.toHaveProperty("items in boxes");
  });
});

const serviceFault = { status: 500 };
const isEmpty = ({ target, body }: Parameters<MishapOf>[0]) =>
  !target.includes("?") && ["", "{}"].includes(body);
/** A fault of all requests of a route, except for the empty ones that come first. */
const faultOf =
  (site: Site, id: RouteId, mishap: ReturnType<MishapOf> = serviceFault): MishapOf =>
  (asked, passed) =>
    isEmpty(asked) ? undefined : mishapAt(site, id, mishap)(asked, passed);

describe("a run that fails half way", () => {
  it.each([demo, odd, plain])("leaves everything as it was on $name", async (site) => {
    const service = await startService(site);
    await useService(site, service);
    const before = {
      rows: comparableRows(await service.rows()),
      shown: await shownState(site, service),
    };
    for (const id of ["post-trace-location", "post-box", "edit-box"] as const) {
      const { failed } = await runSmokeOn(site, service, { spoil: { meet: faultOf(site, id) } });
      expect(failed).not.toEqual([]);
      expect(failed.map(({ why }) => why).join()).not.toContain("left");
      expect(comparableRows(await service.rows())).toEqual(before.rows);
      expect(await shownState(site, service)).toEqual(before.shown);
    }
  });

  it.each<[RouteId, RegExp]>([
    [
      "delete-box",
      /delete-box has no fault; the answer was 500 .*perhaps left: .*quantity is 1\)$/,
    ],
    [
      "clear-place",
      /perhaps left: .*clear-place has no fault; the answer was 500 .*shelf is L1-A-3\)$/,
    ],
  ])("says what remains when %s fails", async (id, why) => {
    const service = await startService(demo);
    const { failed } = await runSmokeOn(demo, service, { spoil: { meet: faultOf(demo, id) } });
    expect(failed.map((one) => one.why)).toEqual([expect.stringMatching(why)]);
  });

  it("puts back what it changed when it is interrupted", async () => {
    const service = await startService(demo);
    await useService(demo, service);
    const before = comparableRows(await service.rows());
    const interruption = new AbortController();
    const meet: MishapOf = (...request) => {
      if (mishapAt(demo, "edit-box", "drop", "quantity")(...request))
        interruption.abort(new NotKnown("the run was interrupted"));
      return undefined;
    };
    const { signal } = interruption;
    const run = await runSmokeOn(demo, service, { spoil: { meet }, signal });
    expect(run.recorded).not.toEqual([]);
    expect(run.failed).toEqual([]);
    expect(run.notKnown.map(({ why }) => why)).toEqual(["the run was interrupted"]);
    expect(comparableRows(await service.rows())).toEqual(before);
  });

  it("names what may remain when the service is gone", async () => {
    const service = await startService(demo);
    let gone = false;
    const meet: MishapOf = (asked, passed) => {
      gone ||= faultOf(demo, "edit-box", "drop")(asked, passed) === "drop";
      return gone ? "drop" : undefined;
    };
    const { notKnown } = await runSmokeOn(demo, service, { spoil: { meet } });
    expect(notKnown[0]?.why).toMatch(/^no answer: .*perhaps left: PO4-1 in BX4/);
  });
});

type LeavesCase = {
  readonly what: string;
  readonly site: Site;
  /** The site of the service, if the profile has changed since. */
  readonly served?: Site;
  readonly prepared?: readonly (readonly [RouteId, FieldValues])[];
  readonly why: string;
  /** The route whose rows must not be written. */
  readonly route: RouteId;
};

const zongpai = "PO4-1";
const leavesCases: readonly LeavesCase[] = [
  {
    what: "goods in a box that the site cannot take out",
    site: noDeletion,
    prepared: [["post-trace-location", { zongpai: "G1001", location: "A-1" }]],
    why: "the site has no route to take goods out",
    route: "post-box",
  },
  {
    what: "a place that the site cannot clear",
    site: plain,
    why: "the site has no route to clear a place",
    route: "post-trace-location",
  },
  {
    what: "goods off the shelf, whose instant would change",
    site: demo,
    prepared: [["post-trace-location", { zongpai, off_shelf: true }]],
    why: "PO4-1 is off the shelf",
    route: "clear-place",
  },
  {
    what: "goods on a shelf that the site no longer accepts",
    site: demoWith({ "location.otherAreas": { says: "must be in an area" } }),
    served: demo,
    prepared: [["post-trace-location", { zongpai, location: "L7-A-1" }]],
    why: "PO4-1 is on L7-A-1, which the site no longer accepts",
    route: "clear-place",
  },
];

describe("a write that could not be undone", () => {
  it.each(leavesCases)("is left out, and the run says why: $what", async (one) => {
    const { site, served = site, prepared = [], why, route } = one;
    const service = await startService(served);
    for (const write of prepared) await service.done(...write);
    const written = async () => (await service.rows()).filter((row) => row.route === route).length;
    const before = await written();
    const { outcomes, failed, notKnown, recorded } = await runSmokeOn(site, service);
    expect([failed, notKnown]).toEqual([[], []]);
    expect(outcomes.at(-1)).toMatchObject({ state: "passed", why });
    expect(recorded).not.toEqual([]);
    expect(await written()).toBe(before);
  });

  it("is not tried with a box that holds the goods already", async () => {
    const service = await startService(demo);
    await service.done("post-box", { zongpai, box_no: "BX4", quantity: 3 });
    const { notKnown, recorded } = await runSmokeOn(demo, service);
    expect(notKnown).toMatchObject([{ why: "BX4 holds PO4-1: take it out, or name others" }]);
    expect(recorded).toEqual([]);
  });

  it("makes the run not known if it leaves out all", async () => {
    const service = await startService(noDeletion);
    const { notKnown, recorded } = await runSmokeOn(noDeletion, service);
    const why = "the site has no route to clear a place; the site has no route to take goods out";
    expect(notKnown).toMatchObject([{ why }]);
    expect(recorded).toEqual([]);
  });

  it("is not sent for a caller who may not put it back", async () => {
    const puttingBack: RouteId[] = ["delete-box", "clear-place"];
    const roles = { saver: routeIds.filter((id) => !puttingBack.includes(id)) };
    const site = demoWith({ "auth.allowed": { roles, keys: { demo: "saver" } } });
    const service = await startService(site);
    const { failed, notKnown } = await runSmokeOn(site, service);
    expect(failed).toEqual([]);
    expect(notKnown).toMatchObject([{ name: "empty scans are refused" }]);
    expect((await service.rows()).filter(isOperation)).toEqual([]);
  });
});
