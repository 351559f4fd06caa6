import { readdir, readFile } from "node:fs/promises";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join, resolve } from "node:path";
import { siteAliases } from "#infra/bundle/aliases.ts";
import { bundleEntries } from "#infra/bundle/build.ts";
import { bundleFile } from "#infra/bundle/bundle-file.ts";
import { planned } from "#infra/bundle/entries.ts";
import demo from "../../sites/demo.ts";
import { bareEntry, type Subject } from "../bench-cold/bundles.ts";

type Frame = {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
};
/** What Node writes: functions; which of them ran at each sample, and how many microseconds after the sample before. */
type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

const [node, collector] = ["Node: sockets, HTTP, hashes, JSON", "garbage collector"];
/** Whose a file is: the first that fits. */
const owners: readonly (readonly [string, RegExp])[] = [
  ["AWS SDK", /node_modules\/@(aws-sdk|smithy|aws)\//],
  ["middy", /node_modules\/@middy\//],
  ["zod", /zod/],
  ["metrics", /\/lib\/(meter|metrics)\.ts$/],
  ["ours", /./],
];
export const parts = [...owners.map(([part]) => part), node, collector];

/** Bundles post-box and the bare SDK, both as we do, with the maps that tell which file a place in them came from. */
export const bundleForProfile = async (folder: string): Promise<Subject[]> => {
  const entries = {
    "bare-sdk, bundled as ours": bareEntry,
    "post-box": planned(demo).find(({ id }) => id === "post-box")?.entry ?? "",
  };
  const aliases = siteAliases(resolve(import.meta.dirname, "../../sites/demo.ts"), demo);
  const built = await bundleEntries(entries, aliases, folder, "external");
  return [...built].map(([name, { bytes }]) => ({
    name,
    id: "post-box",
    file: join(folder, name, bundleFile),
    bytes,
    onLambda: true,
  }));
};

const profilesOf = ({ file }: Subject) => join(file, "../profiles");

/** The variable that has a bundle's process write a profile. */
export const profiling = (subject: Subject) => ({
  NODE_OPTIONS: `--cpu-prof --cpu-prof-dir="${profilesOf(subject)}"`,
});

/** The share of each of the parts in the later half of the profile that a bundle's process wrote. */
export const sharesOf = async (subject: Subject): Promise<number[]> => {
  const read = async (file: string) => JSON.parse(await readFile(file, "utf8")) as unknown;
  const map = new SourceMap((await read(`${subject.file}.map`)) as SourceMapPayload);
  const [written = ""] = await readdir(profilesOf(subject));
  const { nodes, samples, timeDeltas } = (await read(
    join(profilesOf(subject), written),
  )) as Profile;
  const partOf = ({ functionName, url, lineNumber, columnNumber }: Frame) => {
    if (!url.endsWith(bundleFile))
      return functionName === `(${collector})`
        ? collector
        : functionName === "(idle)"
          ? undefined
          : node;
    const entry = map.findEntry(lineNumber, columnNumber);
    return (
      owners.find(
        ([, files]) => "originalSource" in entry && files.test(entry.originalSource),
      )?.[0] ?? node
    );
  };
  const partOfNode = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const spent = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const part = at < samples.length / 2 ? undefined : partOfNode.get(id);
    if (part) spent.set(part, (spent.get(part) ?? 0) + (timeDeltas[at] ?? 0));
  }
  const all = [...spent.values()].reduce((sum, one) => sum + one, 0);
  return parts.map((part) => (spent.get(part) ?? 0) / all);
};
