import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suiteOn } from "../../support/erp-owner.ts";
import { boxNo, fresh, location, zongpai } from "../../support/samples.ts";
import { later, newService, startErp, type TestErp } from "./failures-rig.ts";

/** Saves at once, then one after the other. */
const [burst, row] = [20, 20];
const openFor = 30_000;

type Mode = {
  readonly name: string;
  readonly spoil: (erp: TestErp) => Promise<unknown>;
  readonly status: 201 | 422 | 503;
  /** Whether the open connection is cut as the fault begins. */
  readonly cut?: true;
  /** Whether the ERP answers, so that it is asked again at once. */
  readonly answers?: true;
};

const modes: readonly Mode[] = [
  { name: "refused", status: 503, cut: true, spoil: ({ line }) => line.fail({ kind: "refused" }) },
  { name: "black hole", status: 503, spoil: ({ line }) => line.fail({ kind: "blackHole" }) },
  { name: "view takes 10 s", status: 503, spoil: (erp) => erp.slow() },
  {
    name: "reset in mid-row, once",
    status: 201,
    spoil: ({ line }) => line.fail({ kind: "resetInRow", times: 1 }),
  },
  { name: "too many connections", status: 503, cut: true, spoil: (erp) => erp.full() },
  { name: "wrong column types", status: 422, answers: true, spoil: (erp) => erp.nonsense() },
  {
    name: "password changed",
    status: 503,
    cut: true,
    spoil: (erp) => erp.changePassword("second"),
  },
];

const [title, missing] = suiteOn("postgresql", "an ERP on PostgreSQL behind a faulty line");

describe.skipIf(missing)(title, () => {
  let erp: TestErp;
  let service: Awaited<ReturnType<typeof newService>>;

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
  });

  const save = (n: number, box = n) =>
    service.post("/box", { box_no: boxNo(box), zongpai: zongpai(n), quantity: 1 });

  it.each(modes)("$name: $status", async ({ spoil, status, cut, answers }) => {
    const verified = fresh();
    expect(await save(verified)).toMatchObject({ status: 201 });
    await spoil(erp);
    if (cut) await erp.line.reset();

    const saves = await Promise.all(Array.from({ length: burst }, () => save(fresh())));
    for (let n = 0; n < row; n += 1) saves.push(await save(fresh()));
    expect([...new Set(saves.map((answer) => answer.status))]).toEqual([status]);
    expect(erp.line.counts.most).toBeLessThanOrEqual(1);

    // Neither of these asks the ERP.
    expect(await save(verified, fresh())).toMatchObject({ status: 201 });
    expect(
      await service.post("/trace/location", { zongpai: zongpai(fresh()), location: location(1) }),
    ).toMatchObject({ status: 200 });
    if (status === 201) return;

    const n = fresh();
    const refused = await save(n);
    const code = answers ? "ERP_ROW_INVALID" : "ERP_UNAVAILABLE";
    expect(refused.body).toMatchObject({ error_code: code });
    const wait = Number(refused.retryAfter);
    expect(wait > 20 && wait <= 30).toBe(!answers);
    expect((await service.get(`/trace/overview?zongpai=${zongpai(n)}`)).body).toMatchObject({
      boxes: [],
    });

    await erp.well();
    // The breaker is open, though the ERP is well again.
    if (!answers) expect(await save(n)).toMatchObject({ status: 503 });
    later(openFor);
    expect(await save(n)).toMatchObject({ status: 201 });
    expect(await save(fresh())).toMatchObject({ status: 201 });
  });
});
