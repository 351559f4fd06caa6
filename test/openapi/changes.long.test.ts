import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { changesBetween, tellsOfBreaking } from "../../commands/openapi/changes.ts";
import demo from "../../sites/demo.ts";
import { documentOf, filesForTests } from "./document.ts";

const file = filesForTests();

type Changeable = { [name: string]: Changeable } & { pop: () => void };
const before = file("before", documentOf(demo));

/** A description of demo with one part changed, compared with the one before. */
const changed = async (change: (document: Changeable) => void) => {
  const document = structuredClone(documentOf(demo)) as unknown as Changeable;
  change(document);
  return changesBetween(before, file("after", document));
};

const at = (document: Changeable, ...path: readonly string[]): Changeable =>
  path.reduce((part, name) => part[name] as Changeable, document);
const schema = (document: Changeable, name: string, ...path: readonly string[]) =>
  at(document, "components", "schemas", name, ...path);

const move = (part: Changeable, from: string, to: string) => {
  part[to] = part[from] as Changeable;
  delete part[from];
};

describe("the changes since a release", () => {
  test("are breaking where an operation, a field, a parameter, a status or a code goes, or a request asks for more", async () => {
    const told = await changed((document) => {
      delete at(document, "paths", "/box").delete;
      move(schema(document, "BoxSaveResponse", "properties"), "recorded_at", "at");
      Object.assign(schema(document, "BoxSaveRequest", "properties"), {
        worker: { type: "string" },
      });
      Object.assign(schema(document, "BoxSaveRequest"), {
        required: ["box_no", "zongpai", "quantity", "worker"],
      });
      Object.assign(schema(document, "BoxSaveRequest", "properties", "zongpai"), {
        pattern: "^[A-Z]{3}$",
      });
      Object.assign(schema(document, "BoxSaveRequest", "properties", "quantity"), { maximum: 10 });
      Object.assign(schema(document, "LocationRequest", "properties", "zongpai"), {
        type: "integer",
      });
      schema(document, "AttachmentBoxRequest", "properties", "category", "enum").pop();
      move(at(document, "paths", "/box", "post", "responses"), "201", "200");
      move(at(document, "paths", "/box", "post", "responses"), "409", "410");
      Object.assign(at(document, "paths", "/box/info", "get", "parameters", "0"), {
        name: "boxNo",
      });
      Object.assign(schema(document, "AccessoryError409", "properties", "error_code"), {
        enum: ["OTHER"],
      });
    });
    const breaking = told.flatMap(({ impact, message }) => (impact === "major" ? [message] : []));
    expect(breaking.toSorted()).toEqual([
      "Enum of `category` lost values: 'CABLE'.",
      "Enum of `error_code` gained values: 'OTHER'.",
      "Operation `DELETE /box` was removed.",
      "Properties of `BoxSaveRequest` became required: `worker`.",
      "Property `recorded_at` of `BoxSaveResponse` was removed.",
      "Response `201` became `200`.",
      "Response `409` was removed.",
      "Type of `zongpai` narrowed from 'string' to 'integer'.",
      "Upper bound of `quantity` changed from '<= 99999' to '<= 10'.",
      "`box_no` query parameter was renamed to `boxNo`.",
      "`pattern` of `zongpai` changed from '^PO[0-9]{1,10}(-[0-9]{1,10}){0,2}$' to '^[A-Z]{3}$'.",
    ]);
  });

  test("are not breaking where an operation or a field is added that nobody must send, or words change", async () => {
    const told = await changed((document) => {
      Object.assign(schema(document, "BoxSaveResponse", "properties"), {
        note: { type: "string" },
      });
      Object.assign(schema(document, "BoxSaveRequest", "properties"), { note: { type: "string" } });
      Object.assign(at(document, "info"), { description: "Other words." });
      at(document, "paths")["/box/other"] = structuredClone(at(document, "paths", "/box/info"));
      at(document, "paths", "/box/other", "get").operationId = "other" as unknown as Changeable;
    });
    expect(told.length).toBeGreaterThan(2);
    expect(told.filter(({ impact }) => impact === "major")).toEqual([]);
  });

  test("are told in the changelog if they break a client of the last release", async () => {
    const told = await changesBetween("docs/openapi.released.json", file("now", documentOf(demo)));
    const breaking = told.flatMap(({ impact, message }) => (impact === "major" ? [message] : []));
    const changelog = readFileSync("CHANGELOG.md", "utf8");
    expect(
      tellsOfBreaking(changelog) ? [] : breaking,
      'CHANGELOG.md, "Unreleased", needs a line "- Breaking: …"',
    ).toEqual([]);
  });
});

describe("the changelog tells of a breaking change", () => {
  const text = (unreleased: string, released = "") =>
    `# Changelog\n\n## Unreleased\n\n${unreleased}\n\n## 0.1.0\n\n${released}\n`;

  test("in a line of its own, in the part that is not released", () => {
    expect(tellsOfBreaking(text("- Breaking: box_no is called box."))).toBe(true);
    expect(
      tellsOfBreaking("# Changelog\n\n## Unreleased\n\n- More.\n- Breaking: the overview moved.\n"),
    ).toBe(true);
  });

  test("and not in a release that is out, nor by the word alone", () => {
    expect(tellsOfBreaking(text("- More.", "- Breaking: box_no is called box."))).toBe(false);
    expect(tellsOfBreaking(text("- Nothing that is Breaking: really."))).toBe(false);
    expect(tellsOfBreaking(text("- Breaking: "))).toBe(false);
    expect(tellsOfBreaking("# Changelog\n")).toBe(false);
  });
});
