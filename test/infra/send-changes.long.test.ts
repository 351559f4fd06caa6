// @module-tag engine
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { Change } from "#scanner/changes.ts";
import { runCommand, send } from "../support/command.ts";
import { onLoopback } from "../support/loopback.ts";
import { stagesForEach, stopStage, untilReady } from "./local-stage-rig.ts";

const localStages = stagesForEach();
const sendingTo = async (url: string, ...more: string[]) => {
  const args = ["infra/local/start.ts", "--changes", url, ...more];
  const run = localStages.run({}, process.execPath, args);
  return { ...run, ...(await untilReady(run)) };
};

const startReceiver = (answer: (change: Change) => number) =>
  onLoopback(
    createServer(async (request, response) => {
      response.statusCode = answer((await json(request)) as Change);
      response.end();
    }),
  );

const goodsCode = "PO4-1";
/** A receiver that accepts changes, and the changes that it has accepted so far. */
const startTakingReceiver = async () => {
  const taken: Change[] = [];
  const receiver = await startReceiver((change) => {
    taken.push(change);
    return 200;
  });
  return { ...receiver, taken };
};

it("a stage sends operations in order until each is accepted, also after a restart", async () => {
  const taken: Change[] = [];
  let [tries, wanted, all] = [0, 3, Promise.withResolvers<void>()];
  const receiver = await startReceiver((change) => {
    tries += 1;
    if (tries < 3) return 503;
    if (taken.push(change) === wanted) all.resolve();
    return 200;
  });
  const first = await sendingTo(receiver.url);
  for (const location of ["L1-A-3", "L1-A-4"])
    await send(first, "POST", "/trace/location", { zongpai: "PO4-1", location });
  await send(first, "POST", "/box", { box_no: "BX4", zongpai: "PO4-1", quantity: 1 });
  await all.promise;
  expect(taken.map(({ event }) => [event.kind, event.location ?? event.box_no])).toEqual([
    [{ S: "moved" }, { S: "L1-A-3" }],
    [{ S: "moved" }, { S: "L1-A-4" }],
    [{ S: "saved" }, { S: "BX4" }],
  ]);
  expect(first.output()).toMatch(
    /answered 503: the changes wait.*\n(.*\n)*.* accepts changes again/,
  );
  expect(await stopStage(first)).toBe(0);

  [wanted, all] = [4, Promise.withResolvers<void>()];
  const second = await sendingTo(receiver.url);
  await send(second, "POST", "/box", { box_no: "BX5", zongpai: "PO4-1", quantity: 1 });
  await all.promise;
  expect(taken.at(-1)?.event.box_no).toEqual({ S: "BX5" });
  const described = await (await fetch(`${second.url}/docs/openapi.json`)).json();
  expect(described).toHaveProperty("webhooks.change");
  receiver.stop();
  expect(await stopStage(second)).toBe(0);
});

it("a stage sends an operation whose key begins like the sample's", async () => {
  const receiver = await startTakingReceiver();
  const stage = await sendingTo(receiver.url);
  const keys = ["warehouse-sample-0123456", "warehouse-sample-001", randomUUID()];
  for (const [at, key] of keys.entries())
    await send(stage, "POST", "/box", { box_no: `BX${at}`, zongpai: goodsCode, quantity: 1 }, key);
  await expect.poll(() => receiver.taken.at(-1)?.event.box_no).toEqual({ S: "BX2" });
  expect(receiver.taken.map(({ id }) => id)).toEqual(keys.map((key) => `OP#k#${key}`));
  expect(await stopStage(stage)).toBe(0);
  receiver.stop();
});

it("a stage does not send its sample, although the stream already runs", async () => {
  const receiver = await startTakingReceiver();
  const scans = [
    ["L1-A-3", []],
    ["L1-A-4", ["--sample"]],
  ] as const;
  for (const [location, more] of scans) {
    const stage = await sendingTo(receiver.url, ...more);
    if (more.length > 0) expect(stage.output()).toMatch(/^ +sample +48 invented/m);
    await send(stage, "POST", "/trace/location", { zongpai: goodsCode, location });
    await expect.poll(() => receiver.taken.at(-1)?.event.location).toEqual({ S: location });
    expect(await stopStage(stage)).toBe(0);
  }
  expect(receiver.taken.map(({ zongpai }) => zongpai)).toEqual([goodsCode, goodsCode]);
  receiver.stop();
});

it("the page's receiver takes what a stage sends as lines of history", async () => {
  const [, code = ""] = /^```js\n(.*?)^```/ms.exec(readFileSync("docs/changes.md", "utf8")) ?? [];
  expect(code.split("\n").length).toBeLessThanOrEqual(31);
  const made = join(localStages.dataDir, "node_modules/scanner-client-demo");
  expect(await runCommand("client", ["--out", made])).toMatchObject({ status: 0 });
  const free = await startReceiver(() => 200);
  free.stop();
  const file = join(localStages.dataDir, "receiver.mjs");
  writeFileSync(file, code.replace("4000", new URL(free.url).port));
  const receiver = localStages.run({}, process.execPath, [file]);
  const sender = await sendingTo(free.url);
  await send(sender, "POST", "/box", { box_no: "BX4", zongpai: "PO4-1", quantity: 2 });
  await receiver.says(/zongpai: 'PO4-1',\s+box_no: 'BX4',[^}]*did: 'saved',\s+quantity: 2/);
  expect(await stopStage(sender)).toBe(0);
});

it("follows no redirect: a change waits until the receiver itself takes it", async () => {
  let isSignedIn = false;
  const asked: string[] = [];
  const receiver = await onLoopback(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const toLogin = request.url === "/changes" && !isSignedIn;
      response.writeHead(toLogin ? 302 : 200, toLogin ? { location: "/login" } : {}).end();
    }),
  );
  const stage = await sendingTo(`${receiver.url}/changes`);
  await send(stage, "POST", "/box", { box_no: "BX4", zongpai: goodsCode, quantity: 1 });
  await stage.says(/answered 302, and redirects are not followed: the changes wait/);
  isSignedIn = true;
  await stage.says(/accepts changes again/);
  expect(new Set(asked)).toEqual(new Set(["POST /changes"]));
  expect(await stopStage(stage)).toBe(0);
});

it.each(["", '{"arn:aws:dynamodb:x'])(
  "sends the last day again when its position is lost (%j)",
  async (rest) => {
    const receiver = await startTakingReceiver();
    const first = await sendingTo(receiver.url);
    await send(first, "POST", "/box", { box_no: "BX4", zongpai: goodsCode, quantity: 1 });
    const file = join(localStages.dataDir, "demo-changes.json");
    await expect.poll(() => existsSync(file)).toBe(true);
    expect(await stopStage(first)).toBe(0);

    writeFileSync(file, rest);
    const second = await sendingTo(receiver.url);
    await second.says(
      /demo-changes\.json is empty or incomplete, .* of the last 24 hours are sent again/,
    );
    await expect.poll(() => receiver.taken.length).toBe(2);
    const [change, again] = receiver.taken;
    expect(again).toEqual(change);
    expect(await stopStage(second)).toBe(0);
    expect(second.output()).not.toMatch(/^ +at /m);
    expect(readdirSync(localStages.dataDir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  },
);
