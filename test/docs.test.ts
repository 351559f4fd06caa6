import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPoints } from "#lib/site/open-points.ts";
import { differenceLabels } from "../commands/audit/report.ts";
import released from "../docs/openapi.released.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };
import lock from "../package-lock.json" with { type: "json" };
import { plantedInKeys } from "./simulation/keys/planted.ts";
import { planted } from "./simulation/planted.ts";
import { clientFaults } from "./simulation/planted-client.ts";

const pages = globSync(["*.md", "docs/**/*.md", "test/*.md", "frontend/**/*.md"]).map(
  (file) => [file, readFileSync(file, "utf8")] as const,
);

/** The anchors that GitHub gives to a page's headings. */
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
      /`((?:commands|docs|frontend|functions|infra|lib|sites|test|tools)\/[\w./-]+(?:\/|\.\w+))`/g;
    for (const [, path = ""] of text.matchAll(inTree)) expect(existsSync(path), path).toBe(true);
    for (const [, path = ""] of text.matchAll(/ src="([^"]+)"/g))
      expect(existsSync(join(dirname(page), path)), path).toBe(true);
  });
});

it("the README's picture has at most ten boxes, and each folder that it names", () => {
  const [, picture = ""] = /```mermaid\n(.*?)```/s.exec(readFileSync("README.md", "utf8")) ?? [];
  const boxes = new Set([...picture.matchAll(/(\w+)[([]+"/g)].map(([, box]) => box));
  const folders = [...picture.matchAll(/<br\/>(.+?)"/g)].map(([, folder = ""]) => folder);
  expect(boxes.size).toBeLessThanOrEqual(10);
  expect(folders).toContain("functions/");
  for (const folder of folders) expect(existsSync(folder), folder).toBe(true);
});

it("the map has every page of docs/, and each page names its readers", () => {
  const map = readFileSync("docs/README.md", "utf8");
  for (const name of globSync("*.md", { cwd: "docs" })) {
    if (name !== "README.md") expect(map).toContain(`](${name})`);
    expect(readFileSync(join("docs", name), "utf8"), name).toMatch(/^# .+\n\nFor /m);
  }
});

it("each page of docs/ that code names is there", () => {
  const code = "{commands,frontend,functions,infra,lib,sites,test,tools}/**/*.{ts,tsx}";
  for (const file of globSync([code, "*.json", ".github/**/*.yml"]))
    for (const [page] of readFileSync(file, "utf8").matchAll(/\bdocs\/[\w/-]+\.md\b/g))
      expect(existsSync(page), `${file} ${page}`).toBe(true);
});

it("the index of decisions has each number once, and each file", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const numbers = [...index.matchAll(/^\| (\d+) \| \[/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  for (const file of globSync("0*.md", { cwd: "docs/decisions" }))
    expect(index).toContain(`](${file}`);
});

it.each(globSync("docs/decisions/0*.md"))("%s has at most 250 words", (file) => {
  const words = readFileSync(file, "utf8").split(/\s+/).filter(Boolean);
  expect(words.length).toBeLessThanOrEqual(250);
});

/** The link from a page of docs/ to a file. */
const linkTo = (file: string): string => `](../${file.replaceAll("\\", "/")})`;

/** The text of each section, by number. */
const specification = new Map(
  readFileSync("docs/specification.md", "utf8")
    .split(/^## (?=§)/m)
    .slice(1)
    .map((section) => [section.slice(0, 2), section]),
);

describe("the page on the specification", () => {
  it("has every section", () => {
    expect([...specification.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `§${n}`));
  });

  it.each([...specification])("has each question of %s once", (section, text) => {
    const answers = [...text.matchAll(/^\| .+? \| (.*?) \|/gm)].map(([, answer]) => answer).join();
    const named = [...answers.matchAll(/`([\w.]+)`/g)].map(([, name]) => name);
    const asked = openPoints.filter((point) => point.section === section);
    expect(named.toSorted()).toEqual(asked.map(({ path }) => path.join(".")).toSorted());
  });

  it("links each test whose title cites a section, below that section", () => {
    for (const file of globSync([
      "test/**/*.test.ts",
      "frontend/*/test/**/*.test.ts",
      "tools/**/*.test.ts",
    ])) {
      const cited = [...readFileSync(file, "utf8").matchAll(/["`]((?:§\d[.\d]*,? ?)+)/g)];
      for (const section of cited.flatMap(([, sections = ""]) => sections.match(/§\d/g) ?? []))
        expect(specification.get(section), `${file} ${section}`).toContain(linkTo(file));
    }
  });
});

describe("the page of promises", () => {
  const promises = readFileSync("docs/promises.md", "utf8");

  it("has each planted fault of the simulation once", () => {
    const named = [...promises.matchAll(/"(.+?)"/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(
      Object.keys({ ...planted, ...clientFaults, ...plantedInKeys }).toSorted(),
    );
  });

  it("has each kind of difference that an audit finds, and no other", () => {
    const cells = [...promises.matchAll(/^(?:\| [^|]*){3}\| ([^|]*)\|$/gm)].map(([, cell]) => cell);
    const named = [...cells.join().matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(Object.keys(differenceLabels)));
  });

  it("links each test whose title begins with 'exactly once'", () => {
    for (const file of globSync([
      "test/**/*.test.ts",
      "frontend/*/test/**/*.test.ts",
      "tools/**/*.test.ts",
    ]))
      if (/\(["']exactly once/.test(readFileSync(file, "utf8")))
        expect(promises, file).toContain(linkTo(file));
  });
});

it("the changelog, the lock and the released description have this version", () => {
  const [, newest] =
    /^## \[(\d.*)\] - \d{4}-\d\d-\d\d$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  expect([manifest.version, lock.version, released.info.version]).toEqual([newest, newest, newest]);
});
