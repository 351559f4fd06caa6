import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";

type ProfilePart = Record<string, unknown>;

/** Demo's profile with other answers, each at a dotted path. `undefined` removes the answer. */
export const demoWith = (changes: Readonly<Record<string, unknown>>): Site => {
  const site = structuredClone(demo);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split(".");
    const last = names.pop() as string;
    const parent = names.reduce<ProfilePart>(
      (part, name) => part[name] as ProfilePart,
      site as unknown as ProfilePart,
    );
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return site;
};
