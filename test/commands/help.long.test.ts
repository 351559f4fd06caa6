import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { runCommand } from "../support/command.ts";

const commands = Object.entries(packageJson.scripts).flatMap(([name, script]) => {
  const file = /^node (?:--\S+ )*commands\/(.+)\.ts$/.exec(script)?.[1];
  return file ? [{ name, file }] : [];
});

it.each(commands)(
  "npm run $name explains itself, and refuses what it does not know",
  async (one) => {
    const help = await runCommand(one.file, ["--help"]);
    expect([help.status, help.stderr]).toEqual([0, ""]);
    expect(help.stdout).toContain(one.name);
    expect(await runCommand(one.file, ["--unknown"])).toMatchObject({ status: 2, stdout: "" });
  },
);
