import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const pages = globSync(["*.md", "docs/**/*.md", "test/*.md"], { exclude: ["CHANGELOG.md"] }).map(
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

  it("each command and each file", () => {
    for (const [, name = ""] of text.matchAll(/npm run (?:--silent )?(\w[\w:-]*\w)/g))
      expect(manifest.scripts).toHaveProperty([name]);
    const inTree =
      /`((?:commands|docs|functions|infra|lib|pages|scanner|sites|test)\/[\w./-]+(?:\/|\.\w+))`/g;
    for (const [, path = ""] of text.matchAll(inTree)) expect(existsSync(path), path).toBe(true);
  });
});
