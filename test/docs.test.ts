import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import released from "../docs/openapi.released.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };
import lock from "../package-lock.json" with { type: "json" };

const pages = globSync(["*.md", "docs/**/*.md", "test/*.md"]).map(
  (file) => [file, readFileSync(file, "utf8")] as const,
);

/** As GitHub names the headings of a page. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe.each(pages)("what %s names is there:", (page, text) => {
  it("each page and heading that it links to", () => {
    for (const [link, file = "", anchor] of text.matchAll(
      /\]\((?!\w+:)([^)#\s]*)(?:#([^)]+))?\)/g,
    )) {
      const target = file ? join(dirname(page), file) : page;
      expect(existsSync(target), link).toBe(true);
      if (anchor) expect(anchorsOf(target), link).toContain(anchor);
    }
  });

  it("each command, each file and each picture", () => {
    for (const [, name = ""] of text.matchAll(/npm run (?:--silent )?(\w[\w:-]*\w)/g))
      expect(manifest.scripts).toHaveProperty([name]);
    const inTree =
      /`((?:commands|docs|functions|infra|lib|pages|scanner|sites|test)\/[\w./-]+(?:\/|\.\w+))`/g;
    for (const [, path = ""] of text.matchAll(inTree)) expect(existsSync(path), path).toBe(true);
    for (const [, path = ""] of text.matchAll(/ src="([^"]+)"/g))
      expect(existsSync(join(dirname(page), path)), path).toBe(true);
  });
});

it("the map has every page of docs/, and each page says for whom it is", () => {
  const map = readFileSync("docs/README.md", "utf8");
  for (const name of globSync("*.md", { cwd: "docs" })) {
    if (name !== "README.md") expect(map).toContain(`](${name})`);
    expect(readFileSync(join("docs", name), "utf8"), name).toMatch(/^# .+\n\nFor /m);
  }
});

it("a version is the newest of the changelog, the lock and the API's released description", () => {
  const [, newest] =
    /^## \[(\d.*)\] - \d{4}-\d\d-\d\d$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  expect([manifest.version, lock.version, released.info.version]).toEqual([newest, newest, newest]);
});
