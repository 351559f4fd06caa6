import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import demo from "../../sites/demo.ts";
import { changesBetween } from "../../tools/openapi/changes.ts";
import { documentOf, fileWith } from "./document.ts";

/** Whether the changelog's unreleased part has a breaking change. */
const announcesBreaking = (changelog: string): boolean => {
  const [, unreleased = ""] =
    /^## \[Unreleased\]$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? [];
  return /^(- )?Breaking: ./m.test(unreleased);
};

const now = fileWith(documentOf(demo));

/** The breaking changes between two descriptions. */
const breaking = async (base: string, revision: string) =>
  (await changesBetween(base, revision)).flatMap(({ impact, message }) =>
    impact === "major" ? [message] : [],
  );

test("a change is breaking if it removes something or a request needs more", async () => {
  const document = documentOf(demo);
  const { BoxSaveRequest, BoxSaveResponse } = document.components.schemas;
  delete document.paths["/box"]?.delete;
  delete BoxSaveResponse?.properties?.recorded_at;
  Object.assign(BoxSaveRequest?.properties ?? {}, { worker: { type: "string" }, note: {} });
  Object.assign(BoxSaveRequest ?? {}, { required: ["box_no", "zongpai", "quantity", "worker"] });
  expect((await breaking(now, fileWith(document))).toSorted()).toEqual([
    "Operation `DELETE /box` was removed.",
    "Properties of `BoxSaveRequest` became required: `worker`.",
    "Property `recorded_at` of `BoxSaveResponse` was removed.",
  ]);
});

test("a new error code is no breaking change", async () => {
  const document = documentOf(demo);
  const codes = document.components.schemas.AccessoryError409?.properties?.error_code?.enum;
  (codes as string[]).push("A_NEW_CODE");
  expect(await breaking(now, fileWith(document))).toEqual([]);
});

test("the changelog announces changes that break the last release's clients", async () => {
  const found = await breaking("docs/openapi.released.json", now);
  expect(
    announcesBreaking(readFileSync("CHANGELOG.md", "utf8")) ? [] : found,
    'CHANGELOG.md, "[Unreleased]", needs a line "- Breaking: …"',
  ).toEqual([]);
});
