import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { bundleFile, cacheFile } from "#infra/bundle/bundle-file.ts";
import { makeCodeCaches } from "#infra/bundle/make-code-caches.ts";
import { findRuntimeNode } from "#infra/bundle/runtime-node.ts";
import demo from "../../sites/demo.ts";

const folder = mkdtempSync(join(tmpdir(), "runtime-node-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** A `docker` that does what these lines of a shell say. */
const withDocker = (lines: string) => {
  const file = join(mkdtempSync(join(folder, "docker-")), "docker");
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  vi.stubEnv("PATH", `${join(file, "..")}${delimiter}${process.env.PATH}`);
};

/** Runs in place of the image's Node the one of this process: what comes after the name of the image is its arguments. */
const asImage = `printf '%s\\n' "$@" > ${join(folder, "asked")}
while [ "$1" != public.ecr.aws/lambda/nodejs:24 ]; do shift; done; shift; exec ${process.execPath} "$@"`;

describe("the Node that makes code caches", () => {
  it("is that of AWS's image for Arm, where Docker runs it, and makes them in the folder of the bundles", async () => {
    withDocker(asImage);
    vi.stubEnv("NODE_OPTIONS", "--no-warnings --stack-trace-limit=3");
    const { node = [], told } = await findRuntimeNode(folder);
    expect(told).toBe(
      `Code caches are made by Node ${process.version} of public.ecr.aws/lambda/nodejs:24, which is Lambda's own.`,
    );
    writeFileSync(
      join(folder, "bundle.cjs"),
      "exports.handler = async () => process.env.NODE_OPTIONS && process.exit(1);",
    );
    const { madeBy, sizes } = await makeCodeCaches(
      node,
      [{ id: "any", folder, events: [{}] }],
      demo,
    );
    expect(madeBy).toContain(process.version);
    expect(sizes.get("any")).toBeGreaterThan(0);
    expect(execFileSync("cat", [join(folder, "asked")], { encoding: "utf8" })).toMatch(
      /--platform\nlinux\/arm64\n/,
    );
    rmSync(join(folder, cacheFile));
  });

  it.each([
    [
      "printf '\\nexec /var/lang/bin/node: exec format error\\n'",
      "exec /var/lang/bin/node: exec format error",
    ],
    [
      "printf 'Cannot connect to the Docker daemon. Is it running?\\n\\nRun docker run --help for more information\\n'",
      "Cannot connect to the Docker daemon. Is it running?",
    ],
    ["true", "Command failed: docker run"],
  ])(
    "is not there where Docker cannot run it, which one line says, with why and what it costs: %s",
    async (lines, why) => {
      withDocker(`{ ${lines}; } >&2; exit 1`);
      const { node, told } = await findRuntimeNode(folder);
      expect(told.split("\n")).toHaveLength(1);
      expect(told).toContain(`Docker ran no image for Arm: ${why}`);
      if (process.platform === "linux" && process.arch === "arm64")
        expect([node, told]).toEqual([[process.execPath], expect.stringContaining("not known")]);
      else
        expect([node, told]).toEqual([
          undefined,
          expect.stringMatching(
            /^No code caches are made, so a cold start takes half as long again/,
          ),
        ]);
    },
  );
});

describe("what a Node tells of the code caches that it made", () => {
  const bundle = (text: string) => {
    const own = mkdtempSync(join(folder, "bundle-"));
    writeFileSync(join(own, bundleFile), `exports.handler = async () => ${JSON.stringify(text)};`);
    return own;
  };
  const made = async (flags: readonly string[], text = "any") => {
    const own = bundle(text);
    const { madeBy } = await makeCodeCaches(
      [process.execPath, ...flags],
      [{ id: "any", folder: own, events: [{}] }],
      demo,
    );
    return { own, madeBy };
  };
  /** Whether this Node, started as Lambda starts it, rejects the caches in these folders. */
  const rejected = (folders: readonly string[]): boolean[] => {
    const program = `import { readFileSync } from "node:fs";
      import { compile } from ${JSON.stringify(new URL("../../infra/bundle/compile.ts", import.meta.url).href)};
      const found = ${JSON.stringify(folders)}.map((folder) =>
        compile(folder + "/${bundleFile}", readFileSync(folder + "/${cacheFile}")).cachedDataRejected);
      console.log(JSON.stringify(found));`;
    const flags = [
      "--expose-gc",
      "--max-semi-space-size=25",
      "--max-old-space-size=461",
      "--input-type=module",
    ];
    return JSON.parse(
      execFileSync(process.execPath, [...flags, "--eval", program], { encoding: "utf8", env: {} }),
    );
  };

  it("is the same for every bundle, and another one exactly where its caches are rejected", async () => {
    const flags = [
      ["--expose-gc"],
      ["--max-old-space-size=461"],
      ["--no-opt"],
      ["--no-sparkplug"],
      ["--stack-size=900"],
      ["--no-warnings"],
    ];
    const ours = await made([]);
    const others = await Promise.all(flags.map((some) => made(some, "another text")));
    const refused = rejected(others.map(({ own }) => own));
    expect(rejected([ours.own])).toEqual([false]);
    expect(others.map(({ madeBy }) => madeBy !== ours.madeBy)).toEqual(refused);
    expect(new Set(refused)).toEqual(new Set([true, false]));
  });

  it("has every byte for which V8 rejects a cache, but those that tell of the source", async () => {
    const { own, madeBy } = await made([]);
    const cache = readFileSync(join(own, cacheFile));
    const header = [...Array(20).keys()];
    const spoilt = header.map((at) => {
      const copy = bundle("any");
      const bytes = Buffer.from(cache);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(join(copy, cacheFile), bytes);
      return copy;
    });
    expect(rejected(spoilt)).toEqual(header.map(() => true));
    expect(madeBy).toBe(
      `${process.version} ${Buffer.concat([cache.subarray(0, 8), cache.subarray(12, 20)]).toString("hex")}`,
    );
  });
});
