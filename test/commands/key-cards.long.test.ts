import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { runCommand } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "warehouse-cards-"));
afterAll(() => rmSync(folder, { recursive: true }));
const cards = (out: string, input: string) =>
  runCommand("key-cards", ["--out", join(folder, out)], {}, input);

/** Draws a code that is made of rectangles, each module several pixels wide, as a camera sees it. */
const drawn = (svg: string) => {
  const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).map(Number);
  const scale = 4;
  const data = new Uint8ClampedArray(width * scale * height * scale * 4).fill(255);
  for (const [, ...numbers] of svg.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)/g)) {
    const [left = 0, top = 0, wide = 0, high = 0] = numbers.map((number) => Number(number) * scale);
    for (let y = top; y < top + high; y += 1)
      data.fill(0, (y * width * scale + left) * 4, (y * width * scale + left + wide) * 4);
  }
  // Black has an alpha, too.
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { data, width: width * scale, height: height * scale, colorSpace: "srgb" as const };
};

describe("npm run key-cards", () => {
  it("prints the name of each key that is switched on, and its value as codes that a scanner reads, for its owner alone", async () => {
    const keys = [
      {
        name: "Warehouse-demo-live-scanner-1",
        value: "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6gH9jK2m",
        enabled: true,
      },
      {
        name: "Warehouse-demo-live-scanner-2",
        value: "scanner-2-0123456789abcdef0123456789abcdef",
        enabled: true,
      },
    ];
    const people = ["Warehouse-demo-live-scanner-1", "scanner-2"];
    const lost = {
      name: "Warehouse-demo-live-scanner-3",
      value: "scanner-3-0123456789abcdef0123456789abcdef",
      enabled: false,
    };
    expect(await cards("cards.html", JSON.stringify({ items: [lost, ...keys] }))).toMatchObject({
      status: 0,
      stderr: "",
    });
    const page = readFileSync(join(folder, "cards.html"), "utf8");
    const wasm = readFileSync(
      createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"),
    );
    await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer }, fireImmediately: true });
    const sections = page.split("<section>").slice(1);
    expect(sections).toHaveLength(keys.length);
    for (const [at, { name, value }] of keys.entries()) {
      expect(sections[at]).toContain(name);
      const codes = [...(sections[at] ?? "").matchAll(/<svg.*?<\/svg>/gs)];
      const read = await Promise.all(codes.map(([svg]) => readBarcodes(drawn(svg))));
      expect(read.flat().map(({ format, text }) => [format, text])).toEqual([
        ["QRCode", `key:${people[at]}=${value}`],
        ["Code128", `key:${people[at]}=${value}`],
      ]);
    }
    expect(statSync(join(folder, "cards.html")).mode & 0o077).toBe(0);
  });

  it("makes cards of keys that are named, such as those of a laptop", async () => {
    const named = ["demo=demo-key-on-this-laptop-only", "boss=secret-1"];
    const made = await runCommand("key-cards", ["--out", join(folder, "named.html"), ...named]);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    const page = readFileSync(join(folder, "named.html"), "utf8");
    expect(page.match(/<h1>\w+<\/h1>/g)).toEqual(["<h1>demo</h1>", "<h1>boss</h1>"]);
    const wrong = await runCommand("key-cards", ["--out", join(folder, "wrong.html"), "secret"]);
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining("name=key") });
  });

  it.each(["", '{"items":[]}', '{"items":[{"name":"a"}]}'])(
    "refuses %j, which has no values of keys",
    async (input) => {
      expect(await cards("none.html", input)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("--include-values"),
      });
    },
  );
});
