import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { newFolder } from "../support/folder.ts";
import { acceptedFindings } from "./accepted-findings.ts";
import {
  checkovFindings,
  type Finding,
  installedJudges,
  type Judges,
  lintFindings,
  samVerdict,
  templateFile,
} from "./judges.ts";

const judges = await installedJudges();
const given = judges as Judges;
const shapes = [plain, demo].flatMap((site) =>
  (["group", "endpoint"] as const).map((functions) => templateFile(site, functions)),
);

const textOf = ({ judge, rule, on }: Finding) => `${judge} ${rule} on ${on}`;
const textsOf = (findings: readonly Finding[]) => [...new Set(findings.map(textOf))].toSorted();
const accepted = textsOf(acceptedFindings);
const newAmong = (findings: readonly Finding[]) =>
  textsOf(findings).filter((finding) => !accepted.includes(finding));

/** The template of plain with a fault in one resource. */
const spoilt = (type: string, properties: object): string => {
  const template = JSON.parse(readFileSync(shapes[0] ?? "", "utf8"));
  const resources: { Type: string; Properties: object }[] = Object.values(template.Resources);
  const resource = resources.find(({ Type }) => Type === type);
  Object.assign(resource?.Properties ?? {}, properties);
  const file = join(newFolder(), "spoilt.template.json");
  writeFileSync(file, JSON.stringify(template));
  return file;
};

describe.skipIf(judges === undefined)(
  "cfn-lint, checkov and AWS SAM, on plain and demo in both shapes (need Python 3.10, pip and PyPI)",
  // Each program takes seconds to begin, and more on a busy machine.
  { timeout: 600_000 },
  () => {
    it("find exactly what has a reason", async () => {
      const findings = [
        ...(await lintFindings(given, shapes)),
        ...(await checkovFindings(given, shapes)),
      ];
      expect(textsOf(findings)).toEqual(accepted);
    });

    it("call the templates valid", async () => {
      for (const file of shapes)
        expect(await samVerdict(given, file)).toContain("is a valid SAM Template");
    });

    it("find a new fault", async () => {
      const misspelt = spoilt("AWS::Lambda::Function", { MemorySise: 512 });
      expect(newAmong(await lintFindings(given, [misspelt]))).toEqual([
        "cfn-lint E3002 on AWS::Lambda::Function",
      ]);
      const unlogged = spoilt("AWS::ApiGateway::Stage", { AccessLogSetting: undefined });
      expect(newAmong(await checkovFindings(given, [unlogged]))).toEqual([
        "checkov CKV_AWS_76 on AWS::ApiGateway::Stage",
      ]);
    });
  },
);
