import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answerToCondition, type Condition, conditionsOf } from "#lib/errors.ts";
import type { RouteId } from "#lib/route-ids.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import odd from "../site/odd.ts";
import { newFolder } from "../support/folder.ts";
import { ran } from "../support/installed-once.ts";
import { fewOf, isSlow } from "../support/runs.ts";
import { key, pythonTools, stageOf } from "./client-tools.ts";
import { documentOf, fileWith, operationsOf, resolved, type Schema } from "./document.ts";

const python = await pythonTools();
const folder = newFolder();

/** A failure by Schemathesis' name, and the answer that it rejects. */
type Failure = {
  readonly code: string;
  readonly shown: string;
  readonly status: number;
  readonly conditions: readonly Condition[];
  readonly message: string;
};

const invalid: readonly Condition[] = [
  "invalidBoxNo",
  "invalidQuantity",
  "invalidZongpai",
  "invalidField",
  "malformedJson",
];
const rejected = "ST202 Schema-valid request rejected";

type Known = {
  readonly code: string;
  readonly is: (failure: Failure, site: Site) => boolean;
};

/** The known differences between tool and service, and why neither needs a fix. */
const known: readonly Known[] = [
  {
    code: "ST201 Schema-violating request accepted",
    // Refused as invalid or too large, with the site's own status (specification §7), which the tool does not know.
    is: ({ status, conditions }) =>
      status >= 400 &&
      conditions.some((condition) =>
        [...invalid, "bodyTooLarge", "categoryNotKnown"].includes(condition),
      ),
  },
  {
    code: "ST204 Wrong response to undeclared method",
    // Refused as a wrong method, with the site's own status.
    is: ({ conditions }) => conditions.includes("methodNotAllowed"),
  },
  {
    code: rejected,
    // Recorded, configured or ERP data forbids it, which no schema can express.
    is: ({ status, conditions }) =>
      status < 500 &&
      conditions.length > 0 &&
      !conditions.some((condition) => invalid.includes(condition)),
  },
  {
    code: rejected,
    // Rules that JSON Schema cannot express and the description has in words: one filter, the cursor's list, each category once, another
    // box, the instant of a scan, areas.
    is: ({ message }, { accepts, location: { otherAreas } }) =>
      [
        ...(otherAreas === "count" ? [] : [otherAreas.says]),
        accepts.oneFilter,
        accepts.cursor,
        accepts.categoryOnce,
        accepts.scannedAt,
        accepts.scannedAtEarly,
        accepts.scannedAtAhead,
        accepts.otherBox,
      ].some((words) => message.includes(words)),
  },
  {
    code: rejected,
    // The description has the decimals in words, because validators that divide floats refuse 0.29 by 0.01.
    is: ({ conditions }, { formats: { quantity } }) =>
      quantity.decimals > 0 && conditions.includes("invalidQuantity"),
  },
];

type Bytes = { readonly $base64: string };
type Scenario = {
  readonly phase: string;
  readonly recorder: {
    readonly checks?: Readonly<
      Record<
        string,
        readonly {
          readonly failure_info?: {
            readonly failure: { code: string; title: string; message: string };
          };
        }[]
      >
    >;
    readonly interactions?: Readonly<
      Record<
        string,
        {
          readonly request: { method: string; uri: string; body?: Bytes };
          readonly response?: { status_code: number; content?: Bytes };
        }
      >
    >;
  };
};

const textOf = (bytes?: Bytes) => Buffer.from(bytes?.$base64 ?? "", "base64").toString();

/** The conditions that a site answers with this body. Two may have one code. */
const conditionsOfAnswer = (text: string, site: Site): Condition[] => {
  const { error_code: code, domain } = JSON.parse(text || "{}") as {
    error_code?: string;
    domain?: string;
  };
  const accessory = site.errors.accessory.internal.domain;
  return (["gateway", "product", "accessory"] as const).flatMap((group) =>
    conditionsOf(group).filter((condition) => {
      const answer = answerToCondition({ condition, group }, site.errors);
      // Below the accessory routes, the gateway's answers have their domain (specification §7.4).
      const domains = [answer.domain, ...(group === "gateway" ? [accessory] : [])];
      return answer.code === code && domains.includes(domain ?? "");
    }),
  );
};

/** The report of a run, with one line for each scenario. */
const scenariosIn = (file: string): Scenario[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .flatMap(
      (line) => (JSON.parse(line) as { ScenarioFinished?: Scenario }).ScenarioFinished ?? [],
    );

const failuresOf = (scenarios: readonly Scenario[], site: Site): Failure[] =>
  scenarios.flatMap(({ phase, recorder: { checks = {}, interactions = {} } }) =>
    Object.entries(checks).flatMap(([id, all]) =>
      all.flatMap(({ failure_info }): Failure[] => {
        if (!failure_info) return [];
        const { code, title, message } = failure_info.failure;
        const { request, response } = interactions[id] ?? {};
        const body = textOf(response?.content);
        const sent = `${request?.method} ${request?.uri} ${textOf(request?.body)}`;
        return [
          {
            code: `${code} ${title}`,
            shown: `${phase}: ${sent} → ${response?.status_code} ${body}: ${message}`,
            status: response?.status_code ?? 0,
            conditions: conditionsOfAnswer(body, site),
            message: (JSON.parse(body || "{}") as { message?: string }).message ?? "",
          },
        ];
      }),
    ),
  );

/** The description with a link from each answer to the operations whose parameters it has. Schemathesis follows these links. */
const linked = (site: Site): object => {
  const document = documentOf(site);
  const operations = operationsOf(document);
  const required = operations.map(({ operationId, parameters = [], requestBody }) => ({
    operationId,
    names: parameters.flatMap(({ in: place, name, required }) =>
      place === "query" && required ? [name] : [],
    ),
    inBody: requestBody !== undefined,
  }));
  for (const { operationId, responses } of operations) {
    const success = responses[site.success[operationId as RouteId]];
    const schema = success?.content["application/json"].schema ?? {};
    const { properties = {} } = resolved<Schema>(schema, document);
    const targets = required.filter(
      ({ names, inBody }) =>
        !inBody && names.length > 0 && names.every((name) => name in properties),
    );
    const links = targets.map(({ operationId, names }) => {
      const sources = names.map((name) => [`query.${name}`, `$response.body#/${name}`]);
      return [operationId, { operationId, parameters: Object.fromEntries(sources) }];
    });
    Object.assign(success ?? {}, { links: Object.fromEntries(links) });
  }
  return document;
};

const sites = [
  ["demo", "demo", demo],
  ["odd", "test/site/odd.ts", odd],
  ["plain", "plain", plain],
] as const;

describe.skipIf(python === undefined)("Schemathesis (needs Python, pip and their registry)", () => {
  test.each(fewOf(sites, [0]))(
    "finds no fault of the service on %s, in any phase",
    async (name, choice, site) => {
      const stage = await stageOf(choice, site, folder);
      const [description, report] = [fileWith(linked(site)), join(folder, `${name}.ndjson`)];
      const options =
        "--seed 20261121 --continue-on-failure --generation-database none --report ndjson";
      const args = [
        ...[join(String(python), "bin/st"), "run", description, ...options.split(" ")],
        ...["--max-examples", isSlow ? "20" : "2"],
        ...["--url", new URL(stage.url).origin, "--report-ndjson-path", report],
        ...["--header", `x-api-key: ${key}`],
      ];
      const env = { ...process.env, PYTHONPATH: String(python) };
      // Failures are checked one by one, whatever the status.
      await ran("python3", args, { env, cwd: folder }).catch(() => {});
      await stage.stop();

      const scenarios = scenariosIn(report);
      expect(new Set(scenarios.map(({ phase }) => phase))).toEqual(
        new Set(["coverage", "examples", "fuzzing", "stateful"]),
      );
      const ours = failuresOf(scenarios, site).filter(
        (failure) => !known.some(({ code, is }) => code === failure.code && is(failure, site)),
      );
      expect(ours.map(({ code, shown }) => `${code}: ${shown}`)).toEqual([]);
    },
  );
});
