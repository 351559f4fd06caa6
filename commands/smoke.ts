import { styleText } from "node:util";
import { chooseSite } from "#infra/local/choose-site.ts";
import { help, optionsFrom } from "./smoke/options.ts";
import type { Outcome } from "./smoke/run.ts";
import { runCommand } from "./store/run-command.ts";

/** `npm run smoke`: what it does and takes is in `smoke/options.ts`. */

const marks = { passed: ["ok", "green"], failed: ["FAILED", "red"], skipped: ["skipped", "yellow"] } as const;

const lineOf = ({ name, state, told, elapsedMs }: Outcome): string => {
  const [word, colour] = marks[state];
  const time = state === "skipped" ? "" : ` (${Math.round(elapsedMs)} ms)`;
  return `${styleText(colour, word, { stream: process.stdout })} ${name}${told === undefined ? "" : `: ${told}`}${time}`;
};

const run = async (args: string[]): Promise<number> => {
  const options = optionsFrom(args, process.env);
  if (!options) {
    process.stdout.write(help);
    return 0;
  }
  const site = await chooseSite(options.site);
  const { smoke } = await import("./smoke/run.ts");
  const outcomes = await smoke(site, options, (outcome) => console.log(lineOf(outcome)));
  const count = (state: Outcome["state"]) => outcomes.filter((outcome) => outcome.state === state).length;
  console.log(`smoke of ${options.url}: ${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);
  return count("failed") === 0 ? 0 : 1;
};

await runCommand("smoke", 1, run);
