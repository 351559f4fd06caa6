import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { drawCode128, drawQr } from "../../frontend/pages/src/shared/label-symbol.ts";
import { runCommand } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";
import { prepareReader, readDrawn } from "../support/print.ts";

const folder = newFolder();
beforeAll(prepareReader);

const drawnIn = (svg: string) => {
  const [, width, height, path = ""] = /viewBox="0 0 (\d+) (\d+)".* d="(.*?)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height), path };
};

/** For each section of a page: the text that a scanner reads from its codes, and the text next to them. */
const readPrinted = async (file: string) => {
  const page = readFileSync(join(folder, file), "utf8");
  return Promise.all(
    [...page.matchAll(/<section.*?<\/section>/gs)].map(async ([section]) => {
      const codes = [...section.matchAll(/<svg.*?<\/svg>/gs)];
      const read = await Promise.all(codes.map(([svg]) => readDrawn(drawnIn(svg))));
      const text = section.replace(/<svg.*?<\/svg>|<[^>]+>/gs, "");
      return [text, ...read];
    }),
  );
};
const labels = (out: string, args: readonly string[], input?: string) =>
  runCommand("labels", ["--out", join(folder, out), ...args], {}, input);
const writtenResult = { status: 0, stderr: "" };

it("draws any text as a QR code, but bars only for Code 128's characters", async () => {
  expect(await readDrawn(drawQr("süd/货架 3"))).toBe("QRCode süd/货架 3");
  expect(() => drawCode128("süd")).toThrow("süd");
});

describe("npm run labels", () => {
  it("prints named codes, ranges and a column of a list, each once", async () => {
    const list = join(folder, "list.csv");
    writeFileSync(list, "zongpai;place\nPO4-1;L1-A-3\nPO4-2;\n");
    const column = ["--list", list, "--column", "zongpai", "--code", "QR", "--size", "small"];
    for (const ended of [
      await labels("named.html", ["L1-A-9..L1-A-11", "BX4", "L1-A-9"]),
      await labels("list.html", column),
      await labels("sheet.html", ["--size", "sheet", "BX07..BX09"]),
    ])
      expect(ended).toMatchObject(writtenResult);
    const bars = (text: string) => [text, `Code128 ${text}`];
    expect(await readPrinted("named.html")).toEqual(
      ["L1-A-9", "L1-A-10", "L1-A-11", "BX4"].map(bars),
    );
    expect(await readPrinted("list.html")).toEqual(
      ["PO4-1", "PO4-2"].map((text) => [text, `QRCode ${text}`]),
    );
    expect(await readPrinted("sheet.html")).toEqual(["BX07", "BX08", "BX09"].map(bars));
  });

  it("prints a GS1 element where the site's scanners read no other", async () => {
    const site = ["--site", "test/site/odd.ts"];
    expect(await labels("gs1.html", [...site, "ab.1234"])).toMatchObject(writtenResult);
    expect(await readPrinted("gs1.html")).toEqual([["ab.1234", "Code128 (90)1234"]]);
    expect(await labels("gs1-qr.html", [...site, "ab.1234", "--code", "QR"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("ab.1234"),
    });
  });

  it("prints the worker's keys with their words in each language of the site", async () => {
    const sheet = ["--commands", "--size", "sheet"];
    const squares = ["--commands", "--code", "QR", "--size", "small", "--site", "test/site/odd.ts"];
    expect(await labels("commands.html", sheet)).toMatchObject({
      ...writtenResult,
      stdout: expect.stringContaining("9 labels"),
    });
    expect(await labels("squares.html", squares)).toMatchObject(writtenResult);
    expect(await readPrinted("commands.html")).toEqual([
      ["Shelve · Einlagern · 上架", "Code128 XTOUCHXSHELVE"],
      ["Box · Packen · 装箱", "Code128 XTOUCHXBOX"],
      ["Attach · Zubehör · 配件", "Code128 XTOUCHXCONNECT"],
      ["Look up · Suchen · 查询", "Code128 XTOUCHXLOOKUP"],
      ["Check · Prüfen · 盘点", "Code128 XTOUCHXCHECK"],
      ["Off shelf · Ohne Fach · 下架", "Code128 XTOUCHXOFFSHELF"],
      ["Save · Speichern · 保存", "Code128 XTOUCHXRECORD"],
      ["Cancel · Abbruch · 取消", "Code128 XTOUCHXSTOP"],
      ["Take back · Storno · 撤回", "Code128 XTOUCHXUNDO"],
    ]);
    const [, square] = (await readPrinted("squares.html"))[1] ?? [];
    expect(square).toBe("QRCode XTOUCHXBOX");
  });

  it.each([
    ["codes", ["L1-A-3"], "--commands takes no codes"],
    ["a site without pages", ["--site", "plain"], "plain has no pages"],
  ])("prints no keys for %s", async (_, args, sentence) => {
    expect(await labels("none.html", ["--commands", ...args])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(sentence),
    });
  });

  it("makes a card of each enabled key, which only its owner can read", async () => {
    const item = (name: string, value: string, enabled = true) => ({ name, value, enabled });
    const alone = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6gH9jK2m";
    const named = "scanner-2-0123456789abcdef0123456789abcdef";
    const items = [item("lost", named, false), item("W-scanner-1", alone), item("W-2", named)];
    expect(await labels("cards.html", ["--keys"], JSON.stringify({ items }))).toMatchObject(
      writtenResult,
    );
    const both = (name: string, text: string) => [name, `QRCode ${text}`, `Code128 ${text}`];
    expect(await readPrinted("cards.html")).toEqual([
      both("W-scanner-1", `key:W-scanner-1=${alone}`),
      both("W-2", `key:scanner-2=${named}`),
    ]);
    expect(statSync(join(folder, "cards.html")).mode & 0o077).toBe(0);
  });

  it("makes cards of named keys, such as a laptop's", async () => {
    const keys = ["--keys", "demo=demo-key-on-this-laptop-only", "boss=secret-1"];
    expect(await labels("keys.html", keys)).toMatchObject(writtenResult);
    expect((await readPrinted("keys.html")).map(([name]) => name)).toEqual(["demo", "boss"]);
  });
});
