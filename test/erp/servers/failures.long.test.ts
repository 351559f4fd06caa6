import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suiteOn } from "../../support/erp-owner.ts";
import { boxNo, fresh, location, zongpai } from "../../support/samples.ts";
import { later, newService, p99, startErp, type TestErp, type Timed } from "./failures-rig.ts";

/** Saves at once, then one after the other: enough that the slowest of a hundred is known. */
const [burst, row] = [20, 80];
const openFor = 30_000;

type Mode = {
  readonly name: string;
  readonly spoil: (erp: TestErp) => Promise<unknown>;
  readonly status: 201 | 503;
  /** Whether the connection that there was is cut as the fault begins. */
  readonly cut: boolean;
  readonly opensBreaker: boolean;
};

const down = { status: 503, cut: true, opensBreaker: true } as const;

const modes: readonly Mode[] = [
  { name: "nothing wrong", spoil: async () => {}, status: 201, cut: false, opensBreaker: false },
  { ...down, name: "refused", spoil: ({ line }) => line.fail({ kind: "refused" }) },
  {
    ...down,
    name: "black hole",
    cut: false,
    spoil: ({ line }) => line.fail({ kind: "blackHole" }),
  },
  {
    ...down,
    name: "answers after 10 s",
    cut: false,
    spoil: ({ line }) => line.fail({ kind: "late", ms: 10_000 }),
  },
  { ...down, name: "view takes 10 s", cut: false, spoil: (erp) => erp.slow() },
  {
    ...down,
    name: "reset in mid-row, always",
    cut: false,
    spoil: ({ line }) => line.fail({ kind: "resetInRow", times: 1_000 }),
  },
  {
    name: "reset in mid-row, once",
    spoil: ({ line }) => line.fail({ kind: "resetInRow", times: 1 }),
    ...{ status: 201, cut: false, opensBreaker: false },
  },
  { ...down, name: "too many connections", spoil: (erp) => erp.full() },
  {
    ...down,
    name: "wrong column types",
    cut: false,
    opensBreaker: false,
    spoil: (erp) => erp.nonsense(),
  },
  { ...down, name: "password changed", spoil: (erp) => erp.tellPassword("second") },
];

const [title, missing] = suiteOn("postgresql", "an ERP on PostgreSQL behind a faulty line");

describe.skipIf(missing)(title, () => {
  let erp: TestErp;
  let service: Awaited<ReturnType<typeof newService>>;
  const figures: string[] = [];

  beforeAll(async () => {
    erp = await startErp();
  });
  beforeEach(async () => {
    service = await newService(erp.line);
  });
  afterEach(async () => {
    await erp.well();
    await service.stop();
  });
  afterAll(async () => {
    await erp?.stop();
    console.log(
      [
        "what fails | answer | saves | p50 ms | p99 ms | slowest ms | connections at once",
        ...figures,
      ].join("\n"),
    );
  });

  const save = (n: number, box = n): Promise<Timed> =>
    service.post("/box", { box_no: boxNo(box), zongpai: zongpai(n), quantity: 1 });

  it.each(modes)("$name: $status", async ({ name, spoil, status, cut, opensBreaker }) => {
    const verified = fresh();
    expect(await save(verified)).toMatchObject({ status: 201 });
    await spoil(erp);
    if (cut) await erp.line.reset();

    const answers = await Promise.all(Array.from({ length: burst }, () => save(fresh())));
    for (let n = 0; n < row; n += 1) answers.push(await save(fresh()));
    const { most } = erp.line.counts;
    const times = answers.map(({ ms }) => ms);
    const statuses = [...new Set(answers.map(({ status }) => status))];
    const p50 = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    const columns = [
      name,
      statuses.join(),
      times.length,
      p50.toFixed(1),
      p99(times).toFixed(0),
      Math.max(...times).toFixed(0),
      most,
    ];
    figures.push(columns.join(" | "));
    expect(statuses).toEqual([status]);
    expect(most).toBeLessThanOrEqual(1);

    // Neither of these asks the ERP.
    expect(await save(verified, fresh())).toMatchObject({ status: 201 });
    expect(
      await service.post("/trace/location", { zongpai: zongpai(fresh()), location: location(1) }),
    ).toMatchObject({ status: 200 });
    if (status === 201) return;

    const n = fresh();
    const refused = await save(n);
    expect(refused.body).toMatchObject({ error_code: "ERP_UNAVAILABLE" });
    const wait = Number(refused.retryAfter);
    expect(wait).toBeGreaterThan(opensBreaker ? 20 : 0);
    expect(wait).toBeLessThanOrEqual(opensBreaker ? 30 : 5);
    expect((await service.get(`/trace/overview?zongpai=${zongpai(n)}`)).body).toMatchObject({
      boxes: [],
    });

    await erp.well();
    // While the breaker is open nobody asks, well or not; the first who asks afterwards finds the ERP well.
    if (opensBreaker) expect(await save(n)).toMatchObject({ status: 503 });
    later(openFor);
    expect(await save(n)).toMatchObject({ status: 201 });
    expect(await save(fresh())).toMatchObject({ status: 201 });
  });

  it("a password that is changed in mid-run does no harm to the connection that there is, and the new one is used for the next", async () => {
    expect(await save(fresh())).toMatchObject({ status: 201 });
    await erp.tellPassword("second");
    expect(await save(fresh())).toMatchObject({ status: 201 });
    await erp.line.reset();
    expect(await save(fresh())).toMatchObject({ status: 503 });
    process.env.ERP_PASSWORD = "second";
    expect(await save(fresh())).toMatchObject({ status: 201 });
  });

  it("a box is shown with the last good copy, and one without a copy is not said to be unknown", async () => {
    const [box, other] = [boxNo(fresh()), boxNo(fresh())];
    const info = (box: string) => service.get(`/box/info?box_no=${box}`);
    expect(await info(box)).toMatchObject({
      status: 200,
      body: { erp_state: "live", quantity: 100 },
    });
    await erp.line.fail({ kind: "blackHole" });
    const copy = await info(box);
    expect(copy).toMatchObject({ status: 200, body: { erp_state: "copy", quantity: 100 } });
    expect(await info(other)).toMatchObject({ status: 503 });
  });
});
