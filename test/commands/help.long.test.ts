import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { runCommand } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";

const commands = Object.entries(packageJson.scripts).flatMap(([name, script]) => {
  const [, room, own] = /^node (?:--\S+ )*(commands|tools)\/([\w-]+)\.ts$/.exec(script) ?? [];
  const file = room === "tools" ? `../tools/${own}` : own;
  return file ? [{ name, file }] : [];
});

it.each(commands)("npm run $name explains itself and its exit statuses", async (one) => {
  const stdout = expect.stringMatching(
    new RegExp(`^Usage: npm (run )?${one.name} -- .*\\nExit status: `, "s"),
  );
  expect(await runCommand(one.file, ["--help"])).toEqual({ status: 0, stdout, stderr: "" });
});

const keys = "--site test/site/key-roles.ts --stage staging".split(" ");
const places = ["places", "x.csv", "--site"];
const labels = ["--out", join(newFolder(), "refused.html")];
const longCode = ["POA1B2C3D4E5F6G7H8J9K0L1M2N3P4Q5R6S7T8U9", "--site", "test/site/long-codes.ts"];
it.each<[string, readonly string[], string, input?: string]>([
  ["audit", ["--yes"], "--yes goes with --repair"],
  ["table", ["forget"], "It takes check, apply, stream, or forget and a name."],
  ["table", ["constructor"], "It takes check, apply, stream, or forget and a name."],
  ["trace", ["PO4-1", "--endpoint", "there"], "It takes a web address such as"],
  ["smoke", ["--url", "http://127.0.0.1:9", "--goods", "PO4-1"], "Give both"],
  ["smoke", ["--url", "https://example.org"], "auth: apiKey): set SMOKE_API_KEY"],
  ["synth", ["--site", "nosuch", "--out", tmpdir()], 'There is no site "nosuch"'],
  ["deploy", ["X Y"], 'The stage "X Y" is not valid'],
  ["deploy", ["local"], "cannot be deployed"],
  [
    "import",
    [...places, "test/site/odd-keyless.ts"],
    "A line whose answer is lost could count twice",
  ],
  ["keys", keys.with(1, "test/site/jwt.ts"), "has no API keys"],
  ["keys", [...keys, "--replace", "nobody"], 'no key "nobody"'],
  ["labels", labels, ""],
  ["labels", [...labels, "nix"], ""],
  ["labels", [...labels, "L1-A-3..L1-A-1"], ""],
  ["labels", [...labels, ...longCode, "--size", "small"], "too long"],
  ["labels", [...labels, "--list", "test/README.md", "--column", "x"], ""],
  ["labels", [...labels, "--keys", "secret"], "name=key"],
  ["labels", [...labels, "--keys"], "--include-values", '{"items":[{"name":"a"}]}'],
])("npm run %s ends %j with status 2, and says why", async (name, args, why, input = "") => {
  const ended = await runCommand(name, args, {}, input);
  expect(ended).toEqual({ status: 2, stdout: "", stderr: expect.stringContaining(why) });
  expect(ended.stderr).toMatch(/See .* -- --help\.\n$/);
});
