import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { cacheFile } from "#infra/bundle/bundle-file.ts";
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
    expect(told).toBe(`Code caches are made by Node ${process.version} of public.ecr.aws/lambda/nodejs:24, which is Lambda's own.`);
    writeFileSync(join(folder, "bundle.cjs"), "exports.handler = async () => process.env.NODE_OPTIONS && process.exit(1);");
    const { madeBy, sizes } = await makeCodeCaches(node, [{ id: "any", folder, events: [{}] }], demo);
    expect(madeBy).toContain(process.version);
    expect(sizes.get("any")).toBeGreaterThan(0);
    expect(execFileSync("cat", [join(folder, "asked")], { encoding: "utf8" })).toMatch(/--platform\nlinux\/arm64\n/);
    rmSync(join(folder, cacheFile));
  });

  it("is not there where Docker cannot run it, which one line says, with why and what it costs", async () => {
    withDocker("echo pulling >&2; echo 'exec /var/lang/bin/node: exec format error' >&2; exit 1");
    const { node, told } = await findRuntimeNode(folder);
    expect(told.split("\n")).toHaveLength(1);
    expect(told).toContain("exec format error");
    if (process.platform === "linux" && process.arch === "arm64")
      expect([node, told]).toEqual([[process.execPath], expect.stringContaining("not known")]);
    else
      expect([node, told]).toEqual([
        undefined,
        expect.stringMatching(/^No code caches are made, so a cold start takes half as long again/),
      ]);
  });
});
