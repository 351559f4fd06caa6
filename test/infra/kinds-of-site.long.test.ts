// @module-tag engine
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { exampleEvent } from "#infra/bundle/example-event.ts";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { createTable } from "#infra/local/create-table.ts";
import { functionsOf } from "#infra/route-functions.ts";
import type { ErpReader } from "#lib/domain/erp.ts";
import type { Site } from "#lib/site/schema.ts";
import { readAssembly } from "../../commands/synth/assembly.ts";
import { synthesiseStack } from "../../commands/synth/run-app.ts";
import {
  isPossible,
  kindAnswers,
  type SiteKind,
  settingsOf,
  siteKinds,
  siteOf,
} from "../site/site-kinds.ts";
import { newFolder } from "../support/folder.ts";
import { onLoopback } from "../support/loopback.ts";
import { fewOf } from "../support/runs.ts";
import { startSecrets, type TestSecrets } from "../support/secrets-manager.ts";
import { startFunctions } from "./bundle-rig.ts";
import { deployedIn } from "./template.ts";

/** The most resources that CloudFormation allows in a stack. */
const mostResources = 500;

const scratchFolder = newFolder();
let testSecrets: TestSecrets;
let lambdaApi: Awaited<ReturnType<typeof onLoopback>>;

/** A fake of Lambda's API. The look-up function answers as if the ERP knew all goods and boxes, and no day. */
const lookupServer = createServer(async (request, response) => {
  const { what, key } = (await json(request)) as { what: keyof ErpReader; key: string };
  const rows = {
    box: { box_no: key, quantity: 10, columns: {} },
    zongpai: { zongpai: key, ordered: 10 },
    boxesOfDay: { boxes: [] },
  };
  response.end(JSON.stringify({ row: rows[what] }));
});

beforeAll(async () => {
  testSecrets = await startSecrets();
  takeAnyCredentials();
  testSecrets.answering = { refusal: "AccessDeniedException" };
  lambdaApi = await onLoopback(lookupServer);
});
afterAll(async () => {
  lambdaApi.stop();
  testSecrets.stop();
});

/** A request of a caller that the gateway has accepted. */
const fromCaller = (event: object, { auth }: Site): object => {
  const { requestContext, ...rest } = event as { requestContext: { identity: object } };
  const key =
    auth.scheme === "apiKey" ? { apiKey: `${auth.keys[0]}-${"0".repeat(32)}`, apiKeyId: "id" } : {};
  const identity = {
    ...requestContext.identity,
    ...key,
    userArn: "arn:aws:iam::123456789012:user/scanner",
  };
  return {
    ...rest,
    requestContext: { ...requestContext, identity, authorizer: { name: "scanner-1" } },
  };
};

const plainRequest = {
  httpMethod: "GET",
  headers: {},
  multiValueHeaders: {},
  requestContext: { identity: {} },
};

/** The event and the answer of each function without a route. */
const otherFunctions: Readonly<Record<string, readonly [event: object, answer: object]>> = {
  unrouted: [{ ...plainRequest, resource: "/{proxy+}", path: "/nowhere" }, { statusCode: 404 }],
  docs: [{ ...plainRequest, resource: "/docs", path: "/docs" }, { statusCode: 200 }],
  pages: [
    {
      ...plainRequest,
      resource: "/app/{file}",
      path: "/app/worker",
      pathParameters: { file: "worker" },
    },
    { statusCode: 200 },
  ],
  authorizer: [
    { type: "TOKEN", authorizationToken: "Bearer x", methodArn: "arn" },
    { thrown: "Unauthorized" },
  ],
  "erp-lookup": [{ what: "zongpai", key: "PO4-1", left: 60_000 }, { unavailable: true }],
};

it("the table of kinds has each pair of answers that a site may give", () => {
  expect(siteKinds.every(isPossible)).toBe(true);
  const names = Object.keys(kindAnswers) as (keyof SiteKind)[];
  const lacking = names.flatMap((one, at) =>
    names.slice(at + 1).flatMap((other) =>
      kindAnswers[one].flatMap((first) =>
        kindAnswers[other].flatMap((second) => {
          const pair: Partial<SiteKind> = { [one]: first, [other]: second };
          const isThere = siteKinds.some((kind) => kind[one] === first && kind[other] === second);
          return isPossible(pair) && !isThere ? [`${one} ${first}, ${other} ${second}`] : [];
        }),
      ),
    ),
  );
  expect(lacking).toEqual([]);
});

const numberedKinds = siteKinds.map(
  (kind, at) => [at + 1, Object.values(kind).join(", "), kind] as const,
);

describe.each(fewOf(numberedKinds, [2, 9, 15, 16]))("kind %i: %s", (number, _, kind) => {
  const site = siteOf(kind);
  const out = join(scratchFolder, site.name);
  const erp = join(scratchFolder, `${site.name}.sqlite`);

  it("synthesises for staging, and each bundle answers a request for each route", async () => {
    mkdirSync(out);
    const profile = join(scratchFolder, `${site.name}.ts`);
    writeFileSync(
      profile,
      `import { siteKinds, siteOf } from ${JSON.stringify(resolve("test/site/site-kinds.ts"))};\nexport default siteOf(siteKinds[${number - 1}]);\n`,
    );
    seedDemoErp(erp, site);
    const remarks = await synthesiseStack(
      { site: profile, stage: "staging", erp, ...settingsOf(kind) },
      out,
    );
    expect(remarks).toBe("");
    const { template, resources } = readAssembly(out);
    expect(resources).toBeLessThanOrEqual(mostResources);

    const deployed = new Map(deployedIn(template).map(({ id, folder }) => [id, folder]));
    const table = `Warehouse-${site.name}`;
    await createTable(inject("dynamodb"), table);
    const routed = new Map(functionsOf(site, kind).map(({ id, routes }) => [id, routes]));
    expect([...deployed.keys()].toSorted()).toEqual(
      [
        ...routed.keys(),
        ...Object.keys(otherFunctions).filter((id) => deployed.has(id)),
      ].toSorted(),
    );
    const asked = [...deployed].map(([id, folder]) => ({
      folder,
      events: routed.get(id)?.map((route) => fromCaller(exampleEvent(route, site), site)) ?? [
        otherFunctions[id]?.[0] ?? {},
      ],
    }));
    testSecrets.reads.length = 0;
    const environment = {
      TABLE_NAME: table,
      DYNAMODB_ENDPOINT: inject("dynamodb"),
      LOG_LEVEL: "SILENT",
      ...(kind.erp === "sqlite" ? { ERP_SQLITE: erp } : {}),
      ERP_LOOKUP_URL: `${lambdaApi.url}/`,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? "",
    };
    const { started } = await startFunctions(asked, environment);
    // The look-up function has read its password by the ARN that the site names.
    expect([...new Set(testSecrets.reads)]).toEqual(kind.erp === "sqlite" ? [] : [testSecrets.arn]);
    for (const [at, id] of [...deployed.keys()].entries()) {
      const { answers = [] } = started[at] ?? {};
      const served = {
        statusCode: expect.toSatisfy((status) => status < 500 && !/40[13]/.test(status)),
      };
      expect(answers, `${id}: ${JSON.stringify(answers)}`).toMatchObject(
        routed.get(id)?.map(() => served) ?? [otherFunctions[id]?.[1]],
      );
    }
  });
});
