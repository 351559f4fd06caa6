import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BoxNo } from "#lib/domain/value.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { originsOf } from "#lib/site/convention.ts";
import { questionsAnsweredByHand } from "#lib/site/open-points.ts";
import { fieldReader } from "#scanner/scan/read-scan.ts";
import {
  exampleAnswers,
  faultsIn,
  type SiteAnswers,
  siteOf,
} from "../../commands/site-new/answers.ts";
import { exampleFile, readAnswers } from "../../commands/site-new/answers-file.ts";
import { labelQuestions } from "../../commands/site-new/label-questions.ts";
import { profileText } from "../../commands/site-new/profile-text.ts";
import plain from "../../sites/plain.ts";
import { newFolder } from "../support/folder.ts";

const boxForm = labelQuestions.find(({ id }) => id === "boxNo.form");
const stateWith = (label: string) => ({
  answers: exampleAnswers,
  given: { "boxNo.labels": label },
});

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

  it("takes a format with a check digit from an answers file", () => {
    const given = JSON.parse(exampleFile("sqlite"));
    const example = "340123450000000017";
    given.formats.boxNo = {
      pattern: "^[0-9]{18}$",
      accepts: "must be an SSCC",
      example,
      checkDigit: true,
    };
    const file = join(newFolder(), "answers.json");
    writeFileSync(file, JSON.stringify(given));
    const { answers } = readAnswers(file, "harbour");
    expect(answers.formats.boxNo).toMatchObject({ example, checkDigit: true });
    expect(profileText(answers)).toContain("checkDigit: true");
  });

  it.each(["340123450000000017", "00340123450000000017"])(
    "offers an SSCC for a box %s, whose check digit reader and service test",
    (label) => {
      const state = stateWith(label);
      expect(boxForm?.choices?.(state)[0]?.[0]).toBe("sscc");
      const answers = boxForm?.put?.("sscc", state) ?? exampleAnswers;
      expect(faultsIn(answers)).toEqual([]);
      const settings = scanSettings(siteOf(answers));
      const read = fieldReader(settings);
      expect(read("box_no", "]C100340123450000000017")).toEqual({ value: "340123450000000017" });
      expect(read("box_no", "340123450000000017")).toEqual({ value: "340123450000000017" });
      expect(read("box_no", "00340123450000000017")).toEqual({ value: "340123450000000017" });
      expect(read("box_no", "340123450000000018")).toHaveProperty("refused");
      expect(BoxNo(siteOf(answers)).safeParse("340123450000000017").success).toBe(true);
      expect(BoxNo(siteOf(answers)).safeParse("340123450000000018").success).toBe(false);
      expect(read("box_no", "]C100340123450000000018")).toHaveProperty("refused");
    },
  );

  it("offers no SSCC for a wrong check digit", () => {
    const choices = boxForm?.choices?.(stateWith("340123450000000018")) ?? [];
    expect(choices.map(([value]) => value)).not.toContain("sscc");
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
