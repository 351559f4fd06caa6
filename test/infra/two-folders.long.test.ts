import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";

/** The files of the project that git knows, or would add. */
const projectFiles = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  encoding: "utf8",
})
  .trim()
  .split("\n");

/** A checkout of the project in a folder of its own. */
const newCheckout = (name: string): string => {
  const folder = join(newFolder(), name);
  const isNeeded = (file: string) =>
    /^(commands|frontend|functions|infra|lib|sites)\/|^[\w.]+$/.test(file);
  for (const file of projectFiles.filter(isNeeded)) cpSync(file, join(folder, file));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
};

/** What a deployment from a checkout uploads: the template, the bundles of the functions, and the pages. */
const uploadedFrom = (checkout: string): ReadonlyMap<string, string> => {
  const args = ["commands/synth.ts", "--stage", "staging", "-c", "docs=/docs", "--out", "out"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: checkout, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  const out = join(checkout, "out");
  const names = readdirSync(out, { recursive: true, encoding: "utf8" }).toSorted();
  const uploaded = names.filter((name) => /^asset\.|\.template\.json$/.test(name));
  return new Map(
    uploaded
      .filter((name) => statSync(join(out, name)).isFile())
      .map((name) => [name, readFileSync(join(out, name), "base64")]),
  );
};

it("a deployment from another folder uploads the same names and bytes", () => {
  const one = uploadedFrom(newCheckout("one"));
  const other = uploadedFrom(newCheckout("another-with-a-longer-name"));
  expect([...other.keys()]).toEqual([...one.keys()]);
  for (const [name, content] of one) expect(other.get(name) === content, name).toBe(true);
  for (const part of [/pages\/advice\.\w+\.js$/, /bundle\.cjs$/, /\.template\.json$/])
    expect(
      [...one.keys()].some((name) => part.test(name)),
      String(part),
    ).toBe(true);
});
