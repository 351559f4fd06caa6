import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { siteAt } from "#infra/choose-site.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import { Site } from "#lib/site/schema.ts";
import { exampleFile, readAnswers } from "../../commands/site-new/answers-file.ts";
import { newFolder } from "../support/folder.ts";
import { demoWith } from "./demo-with.ts";
import { testRefusals } from "./refused.ts";

const folder = newFolder();
const apart = "__proto__";
/** An object with this name, as from a file of JSON. */
const named = (value: unknown): object => JSON.parse(JSON.stringify({ [apart]: value, a: value }));

const jwt = (changes: object) => ({
  auth: {
    scheme: "jwt",
    issuer: "https://id.example.org",
    audience: "warehouse",
    jwks: "https://id.example.org/keys",
    requiredClaims: {},
    nameClaims: ["sub"],
    allowed: false,
    signIn: false,
    ...changes,
  },
});
const apiKey = (allowed: object) => ({ auth: { scheme: "apiKey", keys: ["a"], allowed } });
const signIn = {
  ...{ client: "pages", scope: "openid", parameters: named("x") },
  ...{ authorize: "https://id.example.org/a", token: "https://id.example.org/t" },
};
const reader = ["get-box-info"];

/** A wrong answer for each record of the site schema, by the path of its record. */
const records = {
  "auth.allowed.roles": apiKey({ roles: named(reader), keys: { a: "a" } }),
  "auth.allowed.keys": apiKey({ roles: { a: reader }, keys: named("a") }),
  "auth.requiredClaims": jwt({ requiredClaims: named("v") }),
  "auth.signIn.parameters": jwt({ signIn }),
  "attachment.cap.of": {
    "attachment.cap": { rule: "perCategory", of: named({ rule: "configured" }) },
  },
};

/** The paths of the records in a schema. */
const recordsIn = (type: z.core.$ZodType, path: readonly string[] = []): string[] => {
  const { def } = (type as z.core.$ZodTypes)._zod;
  if (def.type === "record") return [path.join(".")];
  if (def.type === "object")
    return Object.entries(def.shape).flatMap(([name, part]) => recordsIn(part, [...path, name]));
  if (def.type === "union") return def.options.flatMap((option) => recordsIn(option, path));
  if (def.type === "array") return recordsIn(def.element, path);
  return "innerType" in def ? recordsIn(def.innerType, path) : [];
};

describe(`the name ${apart} in a profile`, () => {
  it.each(Object.entries(records))("is refused by name in the record %s", (path, changes) => {
    const [first = []] = faultsOf(demoWith(changes));
    expect(first).toEqual([`${path}.${apart}`, expect.stringContaining("cannot be a name")]);
  });

  it("is tried in every record of the site schema", () => {
    expect([...new Set(recordsIn(Site))].toSorted()).toEqual(Object.keys(records).toSorted());
  });

  it("is refused where it replaced the prototype of a record", () => {
    const roles = { a: reader, __proto__: { admin: reader } };
    const [first = []] = faultsOf(demoWith(apiKey({ roles, keys: { a: "a" } })));
    expect(first[0]).toBe(`auth.allowed.roles.${apart}`);
  });

  it.each([`{ "${apart}": "v" }`, `{ ${apart}: "v" }`, `{ '${apart}' : "v" }`])(
    "is refused in a file as %s, which JavaScript drops before the check",
    async (claims) => {
      const file = join(folder, `${randomUUID()}.ts`);
      const auth = JSON.stringify(jwt({}).auth).replace(
        '"requiredClaims":{}',
        `requiredClaims: ${claims}`,
      );
      const sites = pathToFileURL("sites/demo.ts").href;
      writeFileSync(
        file,
        `import demo from "${sites}";\nexport default { ...demo, auth: ${auth} };\n`,
      );
      await expect(siteAt(file)).rejects.toThrow(`"${apart}" cannot be a name`);
    },
  );

  it("is refused in a file of answers", () => {
    const file = join(folder, "answers.json");
    const answers = JSON.parse(exampleFile("sqlite")) as object;
    writeFileSync(file, JSON.stringify({ ...answers, ...jwt({ requiredClaims: named("v") }) }));
    expect(() => readAnswers(file, "apart")).toThrow(
      `auth.requiredClaims.${apart}: "${apart}" cannot be a name`,
    );
  });

  it("is no fault of a profile without it", () => {
    expect(faultsOf(demoWith({}))).toEqual([]);
  });
});

testRefusals("a name that JavaScript treats apart", [
  [{ "fields.label": apart }, ': "__proto__" cannot be a name'],
  [{ "extensions.scannedAt": apart }, ': "__proto__" cannot be a name'],
  [{ "attachment.categories": [{ code: apart, label: "x" }] }, '[0].code: "__proto__" cannot'],
  [{ "erp.boxes.columns": [{ column: "a", name: apart }] }, '[0].name: "__proto__" cannot'],
]);
