import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { conditionsOf } from "#lib/errors.ts";
import type { InputField } from "#lib/fields.ts";
import { errorsOf } from "#lib/openapi/error-responses.ts";
import { examplesOf } from "#lib/openapi/examples.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { keyHeaderOf, wireNameOf } from "#lib/site/wire-names.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { runRedocly } from "../../tools/openapi/run-redocly.ts";
import apiKey from "../site/api-key.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import oddKeyless from "../site/odd-keyless.ts";
import {
  documentOf,
  fileWith,
  fromWire,
  type Media,
  operationsOf,
  type Response,
  resolved,
  type Schema,
} from "./document.ts";

/** Conditions that no operation describes: those of unknown addresses, and those that this site excludes. */
const notDescribed: Readonly<Record<string, readonly string[]>> = {
  demo: ["product boxedBeyondOrdered", "product capExceeded", "accessory boxNotFound"],
  plain: [
    ...["product boxedBeyondOrdered", "product capExceeded", "accessory boxNotFound"],
    ...["product categoryNotKnown", "product movedBeyondBoxed", "product staleExpectedQuantity"],
    ...["accessory staleExpectedQuantity", "accessory staleExpectedRevision"],
    ...["product staleExpectedLocation", "accessory staleExpectedLocation"],
  ],
  odd: [
    ...["gateway unauthenticated", "gateway forbidden", "product capExceeded"],
    ...["product categoryNotKnown", "accessory configuredBelowBoxed"],
    "accessory staleExpectedRevision",
    ...["product", "accessory"].flatMap((group) => [
      `${group} staleExpectedLocation`,
      `${group} staleExpectedQuantity`,
    ]),
  ],
};

/** Every property of a schema, those inside lists and objects too. */
const properties = (schema: Schema): (readonly [name: string, schema: Schema])[] => [
  ...Object.entries(schema.properties ?? {}),
  ...Object.values(schema.properties ?? {}).flatMap(properties),
  ...(schema.items ? properties(schema.items) : []),
];

test("a place with an instant may be refused by its verb", () => {
  const operations = operationsOf(documentOf(demo));
  const nameOf = (id: RouteId) =>
    operations.find(({ operationId }) => operationId === id)?.responses["400"]?.$ref;
  expect(nameOf("post-trace-location")).toMatch(/-replayed$/);
  expect(nameOf("post-box")).not.toMatch(/-replayed$/);
});

test("the description says how a write is named by a key", () => {
  const ruleOf = (site: Site) => documentOf(site).info.description;
  expect(ruleOf(demo)).toContain(`takes the header \`${keyHeaderOf(demo)}\``);
  expect(ruleOf(odd)).toContain(`must have the header \`${keyHeaderOf(odd)}\``);
  expect(ruleOf(oddKeyless)).toContain("On this site no key names a scan");
});

test("the description has values and identifiers of all errors but those of the gateway", () => {
  const { refusalValues } = demo.extensions;
  const responses = Object.entries(
    documentOf(demo).components.responses as Record<string, Response & { description: string }>,
  );
  const withoutValues = responses.filter(
    ([, { headers = {} }]) => !(String(refusalValues) in headers),
  );
  expect(withoutValues.map(([name]) => name)).toEqual(
    ["product", "accessory"].flatMap((group) => [
      `${group}-401-unauthenticated`,
      `${group}-403-forbidden`,
    ]),
  );
  const textOf = (part: string) => responses.find(([name]) => name.includes(part))?.[1].description;
  expect(textOf("zongpaiNotFound")).toContain("` (ZongpaiNotFoundError): ");
  expect(textOf("boxNotFound")).toMatch(/^- `\w+` of `\w+`: /);
});

describe.each([demo, odd, plain])("the description of $name", (site) => {
  const document = documentOf(site);
  const operations = operationsOf(document);

  test("is clean under every recommended rule of redocly", async () => {
    expect(await runRedocly("lint", [fileWith(document)])).toMatchObject({
      problems: [],
      totals: { errors: 0, warnings: 0 },
    });
  });

  test("says how many decimals a quantity may have", () => {
    const { decimals } = site.formats.quantity;
    const rule = decimals === 0 ? "without decimals" : `with at most ${decimals} decimals`;
    expect(document.info.description).toContain(`Quantities are JSON numbers ${rule}.`);
  });

  test("has the site's pattern of each code", () => {
    const { boxNo, zongpai, location } = site.formats;
    for (const { pattern } of [boxNo, zongpai, location])
      expect(JSON.stringify(document)).toContain(
        JSON.stringify({ pattern: pattern.source }).slice(1, -1),
      );
  });

  test("has at most one pattern of a text", () => {
    const fields = Object.values(document.components.schemas).flatMap(properties);
    expect(fields.filter(([, schema]) => "allOf" in schema)).toEqual([]);
  });

  test("has no limit of a number that is only JavaScript's", () => {
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test("limits a configuration to the site's categories", () => {
    const { AttachmentConfigRequest } = document.components.schemas;
    const entries = AttachmentConfigRequest?.properties?.[String(site.fields.entries)];
    expect(entries?.maxItems).toBe(site.attachment.categories.length);
  });

  test("says what a queue does with each response, and each rule once", () => {
    const responses = document.components.responses as Record<string, { description: string }>;
    for (const { description } of Object.values(responses)) {
      const [, ...rules] = description.split("\n\n");
      expect(rules.length).toBeGreaterThan(0);
      expect(rules).toEqual([...new Set(rules)]);
    }
  });

  test("says how unknown addresses and unreadable requests are answered", () => {
    const { description } = document.info;
    expect(description).toMatch(/An address that is not described answers `\d{3}` with/);
    expect(description).toMatch(/another method answers `\d{3}` with/);
    expect(description).toMatch(/cannot be read as a request answers `\d{3}` with/);
  });

  test("says that a body is required, and which notes off-shelf goods may have", () => {
    const bodies = operations.flatMap(({ requestBody }) => requestBody ?? []);
    expect(bodies).toEqual(bodies.map((body) => ({ ...body, required: true })));
    const { offShelfNote } = site.location;
    const { LocationRequest, OverviewResponse } = document.components.schemas;
    const note = offShelfNote ? offShelfNote.accepts : `${site.formats.location.accepts}; `;
    const notesIn = (schema?: Schema) => JSON.stringify(schema?.properties).split(note).length - 1;
    expect([notesIn(LocationRequest), notesIn(OverviewResponse)]).toEqual([
      offShelfNote ? 1 : 0,
      0,
    ]);
  });

  test("asks for credentials where the site does", () => {
    const { scheme } = site.auth;
    expect(document.security).toEqual(scheme === "none" ? [] : [{ [scheme]: [] }]);
  });

  test("§2 has the specification's schemas under their names", () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(["BoxInfoResponse", "BoxSaveRequest", "BoxSaveResponse", "Error"]),
    );
  });

  test("§2 names every field as the site does, and explains each", () => {
    const known = new Set<unknown>([
      ...[...Object.values(site.fields), ...Object.values(site.extensions)],
      ...[...site.erp.boxes.columns.map(({ name }) => name), "error_code", "message", "domain"],
    ]);
    const all = Object.values(document.components.schemas).flatMap(properties);
    expect(all.filter(([name]) => !known.has(name))).toEqual([]);
    expect(all.filter(([, schema]) => typeof schema.description !== "string")).toEqual([]);
  });

  test("describes each further column of a box by its name", () => {
    const { BoxInfoResponse = {} } = document.components.schemas;
    const described = BoxInfoResponse.properties?.[String(site.fields.columns)];
    const names = site.erp.boxes.columns.map(({ name }) => name);
    expect(Object.keys(described?.properties ?? {})).toEqual(names);
  });

  test("refuses bodies that are too large only where a route reads one", () => {
    const withBody = operations.filter(({ requestBody }) => requestBody);
    const { bodyTooLarge } = site.errors.product;
    const refusing = operations.filter(({ responses }) => String(bodyTooLarge.status) in responses);
    expect(refusing).toEqual(withBody);
  });

  test("has the notes of each route", () => {
    for (const { operationId, description } of operations)
      expect(description).toContain(v1[operationId as RouteId].notes ?? "");
  });

  test("says the rule between the fields of a request, beside its fields", () => {
    const nameOf = (field: InputField) => String(wireNameOf(field, site));
    for (const { id, crossFieldRule } of routesOf(site)) {
      const rule = crossFieldRule?.(site, nameOf);
      const operation = operations.find(({ operationId }) => operationId === id);
      const { description, requestBody } = operation ?? {};
      const schema = requestBody?.content["application/json"]?.schema;
      const ofFields = requestBody ? JSON.stringify(resolved(schema ?? {}, document)) : description;
      expect(ofFields).toContain(rule?.sentence ?? "");
    }
  });

  test("lets each write have a key, and no read", () => {
    const withKey = operations.filter(({ parameters = [] }) =>
      JSON.stringify(parameters).includes("#/components/parameters/Key"),
    );
    const writes = operations.filter(
      ({ operationId }) => v1[operationId as RouteId].kind === "write",
    );
    expect(withKey).toEqual(site.extensions.idempotencyKey ? writes : []);
  });

  test("requires the key of a write where the site does", () => {
    const { parameters = {} } = document.components;
    expect(parameters.Key).toMatchObject({ required: site.name === "odd" });
  });

  test("has no header of an extension that the site switched off", () => {
    const { idempotencyKey, replayed, refusalValues } = site.extensions;
    const paths = JSON.stringify(document.paths);
    expect(paths.includes("#/components/parameters/Key")).toBe(idempotencyKey !== false);
    expect(paths.includes("#/components/headers/Replayed")).toBe(replayed !== false);
    const responses = JSON.stringify(document.components.responses);
    expect(responses.includes("#/components/headers/Values")).toBe(refusalValues !== false);
  });

  test("marks exactly the answers of writes that may be replayed", () => {
    const { replayed } = site.extensions;
    for (const { operationId: id, responses } of operations) {
      const [, success] = Object.entries(responses).find(([status]) => /^2/.test(status)) ?? [];
      const isMarked = String(replayed) in (success?.headers ?? {});
      expect([id, isMarked]).toEqual([
        id,
        replayed !== false && v1[id as RouteId].kind === "write",
      ]);
    }
  });

  test("marks the responses that may be replayed by name and header", () => {
    const { replayed } = site.extensions;
    const isMarked = ({ headers = {} }: Response) => String(replayed) in headers;
    const responses = Object.entries(document.components.responses as Record<string, Response>);
    const marked = responses.filter(([, response]) => isMarked(response)).map(([name]) => name);
    const named = responses.map(([name]) => name).filter((name) => name.endsWith("-replayed"));
    expect(named).toEqual(marked);
    expect(named.length > 0).toBe(replayed !== false);
  });

  test("shows requests that the service accepts and answers that it gives", () => {
    for (const { operationId, parameters = [], requestBody, responses } of operations) {
      const { input, output } = v1[operationId as RouteId];
      const shown = (schema: typeof input | typeof output, values: object[]) => {
        expect(values.length).toBeGreaterThan(0);
        for (const value of values.map((value) => fromWire(value, site)))
          expect(
            schema(site).safeParse(value).error?.issues,
            `${operationId}: ${JSON.stringify(value)}`,
          ).toBeUndefined();
      };
      const valuesOf = (media?: Media) =>
        Object.values(media?.examples ?? {}).map(({ value }) => value as object);
      const queried = Object.fromEntries(
        parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
      );
      const bodies = requestBody ? valuesOf(requestBody.content["application/json"]) : [{}];
      shown(
        input,
        bodies.map((body) => ({ ...body, ...queried })),
      );
      const success = responses[site.success[operationId as RouteId]];
      shown(output, valuesOf(success?.content["application/json"]));
    }
  });

  test("shows a place with a shelf as on the shelf", () => {
    for (const route of routesOf(site)) {
      const { response } = examplesOf(route, site);
      if ("location" in response && "off_shelf" in response)
        expect([route.id, response.off_shelf]).toEqual([route.id, false]);
    }
  });

  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, response]) => ({
      ...{ name: `${operationId} ${status}`, status, ...resolved(response, document) },
    })),
  );

  test("says when to retry for every answer that asks to send again", () => {
    const again = answers.filter(({ status }) => status === "429" || status >= "500");
    const without = again.filter(({ headers }) => !headers?.["Retry-After"]);
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test("§7 omits only conditions that this site's answers or addresses exclude", () => {
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
    const ofNoAddress = ["unknownRoute", "methodNotAllowed", "requestUnreadable"].map(
      (condition) => `gateway ${condition}`,
    );
    expect(new Set(silent)).toEqual(new Set([...ofNoAddress, ...(notDescribed[site.name] ?? [])]));
  });
});

test("nothing that a function's bundle holds imports the description", () => {
  const files = ["functions", "lib"]
    .flatMap((folder) => globSync(`${folder}/**/*.ts`))
    .filter((file) => !/^lib.openapi/.test(file));
  expect(files.filter((file) => /from "[^"]*openapi/.test(readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["keys", apiKey, { type: "apiKey", name: "x-api-key" }],
  ["tokens", jwt, { type: "http", scheme: "bearer" }],
  [
    "signatures",
    { ...demo, auth: { scheme: "iam" as const, allowed: false as const } },
    { type: "apiKey", name: "Authorization" },
  ],
])("the description says how %s are sent", (_, site, scheme) => {
  const schemes = documentOf(site).components.securitySchemes;
  expect(schemes).toEqual({ [site.auth.scheme]: expect.objectContaining(scheme) });
});
