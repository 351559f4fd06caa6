import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { type Condition, conditions, conditionsOf } from "#lib/errors.ts";
import { groupOf } from "#lib/http/route.ts";
import { errorsOf } from "#lib/openapi/errors.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { redocly } from "../../commands/openapi/redocly.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import {
  documentOf,
  filesForTests,
  fromWire,
  type Operation,
  operationsOf,
  resolved,
  type Schema,
} from "./document.ts";

/** What no operation describes: the answers to unknown addresses, and what this site's answers rule out. */
const notDescribed: Readonly<Record<string, readonly string[]>> = {
  demo: [
    ...["gateway unknownRoute", "gateway methodNotAllowed"],
    ...["product boxedBeyondOrdered", "product capExceeded", "accessory boxNotFound"],
  ],
  odd: [
    ...[
      "gateway unknownRoute",
      "gateway methodNotAllowed",
      "gateway unauthenticated",
      "gateway forbidden",
    ],
    ...["product staleExpectedQuantity", "product idempotencyKeyReused", "product capExceeded"],
    "product categoryNotKnown",
    ...[
      "accessory staleExpectedQuantity",
      "accessory idempotencyKeyReused",
      "accessory configuredBelowBoxed",
    ],
  ],
};

const file = filesForTests();

/** Every property of a schema, those inside lists and objects too. */
const properties = (schema: Schema): (readonly [name: string, schema: Schema])[] => [
  ...Object.entries(schema.properties ?? {}),
  ...Object.values(schema.properties ?? {}).flatMap(properties),
  ...(schema.items ? properties(schema.items) : []),
];

describe.each([demo, odd])("the description of $name", (site) => {
  const document = documentOf(site);
  const operations = operationsOf(document);
  const rowOf = (operation: Operation) => v1[operation.operationId as RouteId];

  test("is clean under every recommended rule of redocly", async () => {
    expect(await redocly("lint", [file(site.name, document)])).toMatchObject({
      problems: [],
      totals: { errors: 0, warnings: 0 },
    });
  });

  test("§2 has the specification's schemas under their names", () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(["BoxInfoResponse", "BoxSaveRequest", "BoxSaveResponse", "Error"]),
    );
  });

  test("§8 calls every field as the site does, and says of each what it means", () => {
    const known = new Set<unknown>([
      ...[
        ...Object.values(site.fields),
        ...Object.values(site.extensions),
        ...site.erp.boxes.columns.map(({ name }) => name),
      ],
      ...["error_code", "message", "domain"],
    ]);
    const all = Object.values(document.components.schemas).flatMap(properties);
    expect(all.filter(([name]) => !known.has(name))).toEqual([]);
    expect(all.filter(([, schema]) => typeof schema.description !== "string")).toEqual([]);
  });

  test("has no field or header of an extension that the site switched off", () => {
    const parameters = operations
      .flatMap(({ parameters = [] }) => parameters)
      .map((one) => resolved(one, document).name);
    const { idempotencyKey } = site.extensions;
    const header =
      idempotencyKey && "header" in idempotencyKey ? idempotencyKey.header : "Idempotency-Key";
    expect(parameters.includes(header)).toBe(idempotencyKey !== false);
    expect(JSON.stringify(document.paths).includes('"Idempotency-Replayed"')).toBe(
      site.extensions.replayed !== false,
    );
    expect(JSON.stringify(document).includes("(switched off)")).toBe(false);
  });

  test("shows requests that the service takes", () => {
    for (const operation of operations) {
      const { parameters = [], requestBody } = operation;
      const queried = parameters.flatMap((one) =>
        one.example === undefined ? [] : [[one.name, one.example] as const],
      );
      const bodies = Object.values(
        requestBody?.content["application/json"].examples ?? { none: { value: {} } },
      );
      expect(bodies.length).toBeGreaterThan(0);
      for (const { value } of bodies) {
        const request = fromWire({ ...(value as object), ...Object.fromEntries(queried) }, site);
        const verdict = rowOf(operation).input.schema(site).safeParse(request);
        expect(
          verdict.error?.issues,
          `${operation.operationId}: ${JSON.stringify(request)}`,
        ).toBeUndefined();
      }
    }
  });

  test("shows answers that the service could give", () => {
    for (const operation of operations) {
      const success = operation.responses[site.success[operation.operationId as RouteId]];
      const examples = Object.values(success?.content["application/json"].examples ?? {});
      expect(examples.length).toBeGreaterThan(0);
      for (const { value } of examples) {
        const answer = fromWire(value, site);
        const schema = rowOf(operation).output.schema(site);
        expect(
          schema.safeParse(answer).error?.issues,
          `${operation.operationId}: ${JSON.stringify(answer)}`,
        ).toBeUndefined();
      }
    }
  });

  test("names every schema of an error, so that generated clients need not invent names", () => {
    const inline = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        resolved(response, document).content["application/json"].schema.$ref
          ? []
          : [`${operationId} ${status}`],
      ),
    );
    expect(inline).toEqual([]);
  });

  test("says of each refusal that a key may get again that it may be marked, and of no other", () => {
    const { replayed, scannedAt } = site.extensions;
    const marked = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        status >= "400" && replayed && resolved(response, document).headers?.[replayed]
          ? [`${operationId} ${status}`]
          : [],
      ),
    );
    const kept = routesOf(site).flatMap(({ id, ...route }) => {
      const answers: Record<string, { status: number }> = site.errors[groupOf(route)];
      const refusals = Object.entries(route.refusals) as [
        Condition,
        true | ((site: Site) => boolean),
      ][];
      const found = refusals.flatMap(([condition, on]) =>
        on === true || on(site) ? [condition] : [],
      );
      // That a scan is from the future the verb finds, too.
      if (scannedAt && "scanned_at" in route.input.schema(site).shape) found.push("invalidField");
      const final = found.filter(
        (condition) => route.kind === "write" && conditions[condition].queue === "final",
      );
      return final.map((condition) => `${id} ${answers[condition]?.status}`);
    });
    expect(new Set(marked)).toEqual(new Set(replayed ? kept : []));
  });

  test("says when to come back of every answer after which the request is sent again", () => {
    for (const { operationId, responses } of operations)
      for (const [status, response] of Object.entries(responses).filter(
        ([status]) => status === "429" || status >= "500",
      ))
        expect(resolved(response, document).headers, `${operationId} ${status}`).toHaveProperty(
          "Retry-After",
        );
  });

  test("§7 leaves out no condition but those that this site's answers rule out, and those of no address", () => {
    const described = new Set(
      routesOf(site)
        .flatMap((route) => errorsOf(route, site))
        .map(({ group, condition }) => `${group} ${condition}`),
    );
    const silent = (["gateway", "product", "accessory"] as const).flatMap((group) =>
      conditionsOf(group)
        .map((condition) => `${group} ${condition}`)
        .filter((name) => !described.has(name)),
    );
    expect(silent.toSorted()).toEqual(notDescribed[site.name]?.toSorted());
  });
});

test("nothing that a function's bundle holds imports the description", () => {
  const files = ["functions", "lib"]
    .flatMap((folder) => globSync(`${folder}/**/*.ts`))
    .filter((file) => !file.startsWith("lib/openapi/"));
  expect(files.filter((file) => /from "[^"]*openapi/.test(readFileSync(file, "utf8")))).toEqual([]);
});
