import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import demo from "../../../../sites/demo.ts";
import { runCommand } from "../../../../test/support/command.ts";
import { stageOfFile } from "../../../../test/support/file-stage.ts";
import { newFolder } from "../../../../test/support/folder.ts";

const folder = newFolder();

const run = promisify(execFile);

/** Makes demo's package, packs it, and installs it offline in an empty folder. */
const installed = async (): Promise<string> => {
  const made = join(folder, "made");
  const app = join(folder, "app");
  const { status, stderr } = await runCommand("client", ["--out", made]);
  expect([status, stderr]).toEqual([0, ""]);
  mkdirSync(app);
  const { stdout } = await run("npm", ["pack", made, "--silent", "--pack-destination", folder], {
    cwd: folder,
  });
  writeFileSync(join(app, "package.json"), '{ "type": "module" }');
  await run(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", join(folder, stdout.trim())],
    { cwd: app },
  );
  return app;
};

const compiles = async (app: string, source: string) => {
  writeFileSync(join(app, "page.ts"), source);
  const args = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--lib",
    "es2022,dom,dom.iterable",
    "page.ts",
  ];
  return run(join(process.cwd(), "node_modules/.bin/tsc"), args, { cwd: app }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
};

describe("the client as a package", () => {
  const stage = stageOfFile(["PO4-1"]);

  test("is installed in an empty folder, compiles strictly, and sends a scan", async () => {
    const app = await installed();
    const manifest = JSON.parse(
      readFileSync(join(app, "node_modules/scanner-client-demo/package.json"), "utf8"),
    ) as object;
    expect(manifest).not.toHaveProperty("dependencies");
    writeFileSync(
      join(app, "scan.js"),
      `import { createClient, memoryStorage } from "scanner-client-demo";
       import { fieldReader } from "scanner-client-demo/scan";
       import { scanSettings, settings } from "scanner-client-demo/site";
       const client = createClient({ baseUrl: process.argv[2], settings, storage: memoryStorage(), read: fieldReader(scanSettings),
         headers: () => JSON.parse(process.argv[3]) });
       const swapped = await client.write("post-trace-location", { zongpai: "L1-A-3", location: "PO4-1" });
       const ticket = await client.write("post-box", { box_no: "BX4", zongpai: "PO4-1\\r", quantity: 3 });
       const { state, answer } = await ticket.outcome;
       const read = await client.ask("get-box-info", { box_no: "BX4" });
       console.log(JSON.stringify([swapped, state, answer.quantity, read.answer.items[0].quantity]));
       client.close();`,
    );
    const { stdout } = await run(
      process.execPath,
      ["scan.js", stage.url, JSON.stringify(localCredentials(demo))],
      { cwd: app },
    );
    expect(JSON.parse(stdout)).toEqual([
      { state: "misread", field: "zongpai", message: "This label is a location, no zongpai." },
      "done",
      3,
      3,
    ]);

    const source = (
      route: string,
    ) => `import { createClient, indexedDbStorage } from "scanner-client-demo";
      import { readWedge } from "scanner-client-demo/scan";
      import { scanSettings, settings } from "scanner-client-demo/site";
      const client = createClient({ baseUrl: "", settings, storage: indexedDbStorage("scans"), onChange: ({ state }) => void state });
      const ticket = await client.write("${route}", { box_no: "BX4", zongpai: "PO4-1", quantity: 1 });
      const read = await client.ask("get-attachment-status", { zongpai: "PO4-1" }, { patience: 1_000 });
      if (read.state === "done") for (const line of read.answer.categories) console.log(line, ticket);
      readWedge({ input: new HTMLInputElement(), document, settings: scanSettings, onScan: (raw) => console.log(raw) });`;
    expect(await compiles(app, source("post-box"))).toBe("");
    expect(await compiles(app, source("post-bag"))).toContain("post-bag");
  });
});
