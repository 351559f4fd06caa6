import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Stage, startStage } from "../../commands/replay/stage.ts";
import { edited, fixture } from "./fixture.ts";

const program = fileURLToPath(new URL("../../commands/replay.ts", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "replay-test-"));
/** What the command itself puts into temporary folders. */
const temporary = join(scratch, "temporary");
mkdirSync(temporary);
afterAll(() => rmSync(scratch, { recursive: true }));
// The stores of these tests must be new: not in an engine that somebody keeps.
vi.stubEnv("DYNAMODB_ENDPOINT", undefined);

const files = fixture({}, scratch);

type Ended = { readonly status: number | null; readonly out: string; readonly told: string };

/** The command as a user runs it. */
const replay = (args: string[], meanwhile: (told: string, interrupt: () => void) => void = () => {}): Promise<Ended> => {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, TMPDIR: temporary } });
  let out = "";
  let told = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    told += chunk;
    meanwhile(told, () => child.kill("SIGINT"));
  });
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, out, told })));
};

/** The figures of a step in a report of --json. */
const step = ({ out }: Ended, name: string) => JSON.parse(out).figures.find((figures: { step: string }) => figures.step === name);

describe("with a stage of its own", () => {
  test("a replay ends with status 0, counts what was refused, and leaves nothing behind", async () => {
    const ended = await replay(["--data", files]);
    expect(ended.told).toMatch(/^4 lines in 2 boxes; run aw, concurrency 16, storm 0, seed \d+\.\n$/);
    expect(ended.status).toBe(0);
    expect(ended.out).toContain("INVALID_QUANTITY 1");
    expect(ended.out).toContain("Boxes equal to the files: 2 of 2. Locations: 4 of 4.");
    expect(ended.out).not.toContain("\u001b");
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("a storm over every write changes nothing: each is recorded once and answered three times", async () => {
    const ended = await replay(["--data", files, "--storm", "1", "--seed", "7", "--json"]);
    expect(ended.told).not.toContain("answered as the first time");
    expect(ended.status).toBe(0);
    expect(step(ended, "register")).toMatchObject({ sent: 8, accepted: 4, replayed: 4, refused: {} });
    expect(step(ended, "box")).toMatchObject({ sent: 8, accepted: 3, replayed: 3, refused: { INVALID_QUANTITY: 2 } });
    expect(step(ended, "sent again")).toMatchObject({ sent: 8, accepted: 0, replayed: 7, refused: { INVALID_QUANTITY: 1 } });
    expect(JSON.parse(ended.out)).toMatchObject({ seed: 7, boxes: { equal: 2, total: 2 }, differences: [], broken: [] });
  });

  test("an interrupted replay stops its stage, removes its folder and ends with status 130", async () => {
    const ended = await replay(["--data", files], (told, interrupt) => told.includes("4 lines") && interrupt());
    expect(ended.status).toBe(130);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe("against a service that runs", () => {
  let stage: Stage;
  const erp = join(scratch, "erp.sqlite");
  const again = (...args: string[]) => replay(["--data", files, "--url", stage.url, "--json", ...args]);

  beforeAll(async () => {
    expect((await replay(["--data", files, "--erp", erp, "--prepare-only"])).status).toBe(0);
    stage = await startStage(join(scratch, "data"), erp, new AbortController().signal);
  });
  afterAll(() => stage.stop());

  test("a second replay of the same run is answered from the receipts, and no scan counts twice", async () => {
    const first = await again("--storm", "1");
    expect(first.told).not.toContain("Not as the files say");
    expect(first.status).toBe(0);
    const second = await again("--storm", "1");
    expect(step(second, "box")).toMatchObject({ accepted: 0, replayed: 6 });
    expect(second.status).toBe(0);
  });

  test("a service that takes no notice of the keys does not get through a storm", async () => {
    const forgetful = createServer((incoming, response) => {
      const { "idempotency-key": _, ...headers } = incoming.headers;
      const passed = request(stage.url + incoming.url, { method: incoming.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(passed);
    });
    await once(forgetful.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(forgetful.address() as AddressInfo).port}`;
    const ended = await replay(["--data", files, "--url", url, "--storm", "1", "--json"]);
    forgetful.close();
    expect(ended.status).toBe(1);
    expect(ended.told).toContain("Sent again, and not answered as the first time");
    expect(JSON.parse(ended.out).broken.join()).toContain("replay-aw-loc-PO4-5: the answers to one request differ");
  });

  test("another run finds the goods in their boxes already, and the boxes still equal the files", async () => {
    const other = await again("--run", "other");
    expect(step(other, "box")).toMatchObject({ accepted: 0, replayed: 0, refused: { INVALID_QUANTITY: 1, DUPLICATE_BOX_ITEM: 3 } });
    expect(other.status).toBe(0);
  });

  test("a file that says otherwise than the service gives status 1, and names the box and the column", async () => {
    const changed = fixture(edited("PurchaseOrderHeader.csv", "4,5,", "4,3,"), scratch);
    const ended = await replay(["--data", changed, "--url", stage.url]);
    expect(ended.told).toContain("BX4: ship_method is 5, the files say 3");
    expect(ended.status).toBe(1);
  });

  test("a store that was changed behind the files' back gives status 1, and names the box and the item", async () => {
    const change = (path: string, method: string, body: object) =>
      fetch(`${stage.url}${path}`, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    expect((await change("/box", "PATCH", { box_no: "BX4", zongpai: "PO4-5", quantity: 2 })).status).toBe(200);
    expect((await change("/trace/location", "POST", { zongpai: "PO4-7", location: "L1-A-1" })).status).toBe(200);
    const ended = await again();
    expect(ended.told).toContain("BX4: item PO4-5 is 2, the files say 3");
    expect(ended.told).toContain("BX4: boxed_quantity is 60, the files say 61");
    expect(ended.told).toContain("PO4-7: location is L1-A-1, the files say off shelf");
    expect(JSON.parse(ended.out)).toMatchObject({ boxes: { equal: 1, total: 2 }, locations: { equal: 3, total: 4 } });
    expect(ended.status).toBe(1);
  });
});

describe("a command that is not understood ends with status 2 and says what it takes", () => {
  test.each([
    [[], "--data must name the folder of the files."],
    [["--data", files, "--concurrency", "0"], '--concurrency takes a whole number from 1 to 256, not "0".'],
    [["--data", files, "--storm", "20%"], '--storm takes a number from 0 to 1, not "20%".'],
    [["--data", files, "--url", "3000"], "--url takes a web address such as http://127.0.0.1:3000"],
    [["--data", files, "--run", "no spaces"], "--run takes up to 16 letters or digits"],
    [["--data", files, "--prepare-only"], "--prepare-only needs --erp"],
    [["--data", files, "--erp", program], "exists already; --erp takes the name of a new file."],
    [["--data", scratch], "There is no Product.csv in "],
    [["--date", files], "--date"],
  ])("%j", async (args, message) => {
    const ended = await replay(args);
    expect(ended.told).toContain(message);
    expect(ended.status).toBe(2);
  });

  test("--help ends with status 0", async () => {
    const ended = await replay(["--help"]);
    expect(ended.out).toContain("--storm <share>");
    expect(ended.status).toBe(0);
  });
});
