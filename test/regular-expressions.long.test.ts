import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { isSafe } from "redos-detector";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";

/** Why a pattern need not be linear, by its file: it meets no text from outside. */
const meetsOurTextAlone: Readonly<Record<string, string>> = {
  "commands/labels.ts": "a code that the operator types",
  "commands/site-check/answer-lines.ts": "names in a profile",
  "commands/site-new/answers.ts": "our own sentences",
  "commands/site-new/label-pattern.ts":
    "labels that the operator pastes; the checker knows no named groups",
  "commands/site-new/read-format.ts": "a pattern that the operator types",
  "commands/start-stage.ts": "the output of our own stage",
  "commands/trace/trace-table.ts": "an instant that we wrote",
  "infra/choose-site.ts": "an error about a profile",
  "infra/erp/demo-rows.ts": "an example in a profile",
  "infra/local/change-in.ts": "our own template",
  "infra/stack/refuse-unsafe.ts": "an address in a profile",
  "lib/site/deployment.ts": "a profile",
  "lib/site/erp.ts": "a profile",
  "lib/site/more-examples.ts": "a profile",
  "lib/site/rules.ts": "a profile",
};

const dateTime = z.iso.datetime({ offset: true })._zod.def.pattern ?? /no pattern/;

/** The patterns that code composes, by their file: examples of them, or who else checks them. */
const composed: Readonly<Record<string, readonly RegExp[] | string>> = {
  "commands/erp-check/extreme-keys.ts": "the formats of a profile, which the site schema checks",
  "commands/site-check/label-notes.ts": "the formats of a profile, which the site schema checks",
  "commands/site-new/areas-of.ts": "labels that the operator pastes",
  "commands/site-new/label-pattern.ts": "labels that the operator pastes",
  "commands/site-new/read-format.ts": "the proposed profile, which the site schema checks",
  "lib/domain/value.ts": [dateTime],
  "lib/http/exactly-once.ts": [/^[0-9A-Za-z-]{16,64}$/],
  "lib/site/erp.ts": "a profile",
  "lib/site/pattern-rules.ts": "a profile",
  "frontend/labels/fits-format.ts": "the formats of a profile, which the site schema checks",
  "frontend/labels/identifiers.ts": "identifiers of two to four digits, at the start of a text",
  "frontend/scanner/src/scan/element-string.ts": [/^[0-9]{13}[!"#%-?A-Z_a-z]{0,17}$/],
  "frontend/scanner/src/scan/wedge.ts": [/[\r\n\t]+/],
};

type Found = { readonly file: string; readonly pattern: RegExp };

/** The regular expressions of all sources, and the files that compose some. */
const found: Found[] = [];
const composing = new Set<string>();
const sources = globSync("**/*.{ts,tsx,js}", {
  exclude: ["**/node_modules/**", "**/test/**", "tools/**", "cdk.out*/**", "vitest.config.ts"],
});
for (const path of sources) {
  const file = path.replaceAll("\\", "/");
  const text = readFileSync(path, "utf8");
  const composes = ({ callee }: { readonly callee: { readonly type: string } }) => {
    if ("name" in callee && callee.name === "RegExp") composing.add(file);
  };
  new Visitor({
    Literal: (node) => {
      if (!("regex" in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ file, pattern: new RegExp(pattern, flags) });
    },
    NewExpression: composes,
    CallExpression: composes,
  }).visit(parseSync(path, text).program);
}

const judged = new Map<string, boolean>();

/** As the patterns of a site: one text may match in at most 100 ways. A sticky pattern matches at one place alone. */
const isLinear = (one: RegExp): boolean => {
  const known = judged.get(String(one)) ?? judge(one);
  judged.set(String(one), known);
  return known;
};

const judge = ({ source, flags }: RegExp): boolean => {
  const anchored = flags.includes("y") ? `^(?:${source})` : source;
  const pattern = new RegExp(anchored, flags.replace(/[gy]/g, ""));
  try {
    return isSafe(pattern, { maxScore: 100 }).safe;
  } catch {
    return false;
  }
};

describe("a regular expression that meets text from outside", () => {
  it("is linear in that text", () => {
    const met = found.filter(({ file }) => !(file in meetsOurTextAlone));
    const unsafe = met.filter(({ pattern }) => !isLinear(pattern));
    expect(unsafe.map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
    expect(met.length).toBeGreaterThan(100);
  });

  it("is linear where it is composed, and each file that composes one is known", () => {
    expect([...composing].toSorted()).toEqual(Object.keys(composed).toSorted());
    const examples = Object.values(composed).filter((one) => typeof one !== "string");
    for (const pattern of examples.flat())
      expect([pattern, isLinear(pattern)]).toEqual([pattern, true]);
  });

  it("is exempt only in a file that still needs it", () => {
    const needed = Object.keys(meetsOurTextAlone).filter((exempt) =>
      found.some(({ file, pattern }) => file === exempt && !isLinear(pattern)),
    );
    expect(needed).toEqual(Object.keys(meetsOurTextAlone));
  });

  it.each([/ +$/, /^0+|0+$/g, /a*b/, /"(?:[^"\\]|\\.)*"/, /\s*:/, /(.+)=(.+)/s])(
    "is found where it is not linear: %s",
    (pattern) => expect(isLinear(pattern)).toBe(false),
  );
});
