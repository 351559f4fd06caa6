import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wireOf } from "#lib/http/wire.ts";
import { routesOf } from "#lib/routes.ts";
import { expectErrorBody, sendRaw } from "../support/client.ts";
import { runs } from "../support/runs.ts";
import { boxNo, known, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const wireNames = Object.values(site.fields);

/** Mostly the first value, and sometimes the others. */
const mostly = <Value>(
  weight: number,
  usual: fc.Arbitrary<Value>,
  ...rare: fc.Arbitrary<Value>[]
) => fc.oneof({ weight, arbitrary: usual }, ...rare.map((arbitrary) => ({ weight: 1, arbitrary })));

const address = mostly(
  4,
  fc.constantFrom(...routesOf(site).map(({ method, path }) => ({ method: `${method}`, path }))),
  fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
    path: fc.webPath().map((path) => path || "/"),
  }),
);
const n = fc.integer({ min: 1, max: known });
const likely = fc.oneof(
  ...[n.map(zongpai), n.map(boxNo), n.map(location), fc.string()],
  ...[fc.integer({ min: -5, max: 200 }), fc.double(), fc.boolean()],
);
const object = fc.dictionary(
  mostly(9, fc.constantFrom(...wireNames), fc.string()),
  fc.oneof(likely, fc.jsonValue()),
  { maxKeys: 5 },
);
const body = mostly(
  5,
  object.map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string(),
);
const query = fc.array(
  fc.tuple(fc.oneof(fc.constantFrom(...wireNames), fc.string()), likely.map(String)),
  { maxLength: 4 },
);

describe("§7.1 the error body: any request", () => {
  it("is answered with an object and a status that blames no fault of ours", async () => {
    await fc.assert(
      fc.asyncProperty(address, body, query, async ({ method, path }, text, pairs) => {
        const answer = await sendRaw({
          method,
          path,
          query: pairs,
          headers: { "Content-Type": "application/json" },
          ...(method === "GET" ? {} : { body: text }),
        });
        expect(answer.status).toBeGreaterThanOrEqual(200);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 300) expectErrorBody(answer, true);
        else expect(answer.headers.get("content-type")).toBe("application/json");
      }),
      { numRuns: runs(300) },
    );
  });
});

it("§2 the names of the ERP's further columns are left alone", () => {
  const columns = { zongpai: 1, quantity: 1 };
  expect(wireOf(site).encode({ columns })).toEqual({ [site.fields.columns]: columns });
});
