import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { routeIds } from "#lib/route-ids.ts";
import { permissionsOf, type SentByFile } from "../support/permissions.ts";

const folder = inject("sentCommands");
const notes = folder ? readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as SentByFile) : [];

/** The endpoint suite in process, on both sites; what the variants send is counted with it. */
const suite = globSync("test/endpoint/**/*.test.ts").flatMap((file) => [`${file} on demo`, `${file} on odd`]);
const ran = notes.map(({ file, site }) => `${file} on ${site}`);

const sentBy = (id: keyof SentByFile["permissions"]) => [...new Set(notes.flatMap(({ permissions }) => permissions[id] ?? []))].toSorted();

// A part of the suite says nothing of what all of it sends.
describe.skipIf(suite.some((name) => !ran.includes(name)))("a function's role, after the whole endpoint suite", () => {
  it.each(routeIds)("of %s allows what the function sent and nothing else", (id) => {
    expect([...permissionsOf(id)].toSorted()).toEqual(sentBy(id));
  });

  it("no command was sent without a request, and none by the function of unknown addresses", () => {
    expect([sentBy("alone"), sentBy("unrouted")]).toEqual([[], []]);
  });
});
