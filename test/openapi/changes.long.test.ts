import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { announcesBreaking, changesBetween } from "../../commands/openapi/changes.ts";
import demo from "../../sites/demo.ts";
import { documentOf, filesForTests } from "./document.ts";

const file = filesForTests();

type Changeable = { [name: string]: Changeable };

/** The breaking changes of a description of demo of which some parts are set anew; `undefined` removes a part. */
const breakingAfter = async (parts: readonly (readonly [path: string, value: unknown])[]) => {
  const document = structuredClone(documentOf(demo)) as unknown as Changeable;
  for (const [path, value] of parts) {
    const names = path.split(" ");
    const last = names.pop() as string;
    const parent = names.reduce((part, name) => part[name] as Changeable, document);
    if (value === undefined) delete parent[last];
    else Object.assign(parent, { [last]: value });
  }
  const changes = await changesBetween(file("before", documentOf(demo)), file("after", document));
  return changes.flatMap(({ impact, message }) => (impact === "major" ? [message] : []));
};

const request = "components schemas BoxSaveRequest";

test("a change is breaking where an operation, a field or a code goes, or a request asks for more", async () => {
  const breaking = await breakingAfter([
    ["paths /box delete", undefined],
    ["paths /box post responses 409", undefined],
    ["components schemas BoxSaveResponse properties recorded_at", undefined],
    ["components schemas AccessoryError409 properties error_code enum", ["OTHER"]],
    [`${request} properties worker`, { type: "string" }],
    [`${request} required`, ["box_no", "zongpai", "quantity", "worker"]],
    [`${request} properties quantity maximum`, 10],
  ]);
  expect(breaking.toSorted()).toEqual([
    "Enum of `error_code` gained values: 'OTHER'.",
    "Operation `DELETE /box` was removed.",
    "Properties of `BoxSaveRequest` became required: `worker`.",
    "Property `recorded_at` of `BoxSaveResponse` was removed.",
    "Response `409` was removed.",
    "Upper bound of `quantity` changed from '<= 99999' to '<= 10'.",
  ]);
});

test("a change is not breaking where a field is added that nobody must send, or words change", async () => {
  const added = { type: "string" };
  const breaking = await breakingAfter([
    [`${request} properties note`, added],
    ["components schemas BoxSaveResponse properties note", added],
    ["info description", "Other words."],
  ]);
  expect(breaking).toEqual([]);
});

test("a change that breaks a client of the last release is named in the changelog", async () => {
  const changes = await changesBetween("docs/openapi.released.json", file("now", documentOf(demo)));
  const breaking = changes.flatMap(({ impact, message }) => (impact === "major" ? [message] : []));
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  expect(
    announcesBreaking(changelog) ? [] : breaking,
    'CHANGELOG.md, "Unreleased", needs a line "- Breaking: …"',
  ).toEqual([]);
});

test.each([
  ["- More.\n- Breaking: box_no is called box.", "- Old.", true],
  ["- More, nothing that is Breaking: really.", "- Breaking: box_no is called box.", false],
])(
  "the changelog announces a breaking change in a line of its own, in the part that is not released",
  (unreleased, released, announced) => {
    const changelog = `# Changelog\n\n## Unreleased\n\n${unreleased}\n\n## 0.1.0\n\n${released}\n`;
    expect(announcesBreaking(changelog)).toBe(announced);
  },
);
