import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { originsOf } from "#lib/site/convention.ts";
import { questionsAnsweredByHand } from "#lib/site/open-points.ts";
import {
  exampleAnswers,
  faultsIn,
  type SiteAnswers,
  siteOf,
} from "../../commands/site-new/answers.ts";
import { profileText } from "../../commands/site-new/profile-text.ts";
import plain from "../../sites/plain.ts";

const withoutHead = (text: string) => text.replace(/\/\*\*.*?\*\//s, "");

describe("npm run site:new", () => {
  it("writes sites/plain.ts from its answers, with another comment at the head", () => {
    const plainText = readFileSync("sites/plain.ts", "utf8");
    expect(withoutHead(profileText(exampleAnswers))).toBe(withoutHead(plainText));
  });

  it("asks at most 12 questions, and takes the other answers from conventions", () => {
    const site = siteOf(exampleAnswers);
    expect(originsOf(site)).toEqual(originsOf(plain));
    expect(questionsAnsweredByHand(site).length).toBeLessThanOrEqual(12);
  });

  it.each<[string, Partial<SiteAnswers>, string[]]>([
    ["name", { name: "Harbour" }, ["name"]],
    [
      "formats.boxNo",
      { formats: { ...exampleAnswers.formats, boxNo: exampleAnswers.formats.zongpai } },
      ["formats.boxNo"],
    ],
    [
      "erp.connection.password.environment",
      {
        erp: {
          ...exampleAnswers.erp,
          dialect: "postgresql",
          connection: {
            ...{ host: "erp", port: 5_432, database: "erp", user: "reader", tls: "off" },
            ...{ password: { environment: "s3cret!" }, connections: false, network: false },
          },
        },
      },
      ["erp.connection.password"],
    ],
  ])("refuses a wrong %s by the form's own rules", (path, wrong, asked) => {
    const faults = faultsIn({ ...exampleAnswers, ...wrong }, asked);
    expect(faults.map(([at]) => at)).toEqual([path]);
    expect(faultsIn({ ...exampleAnswers, ...wrong }, ["auth"])).toEqual([]);
  });
});
