import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";

/**
 * Run by npm after an install: points git at the hooks of this project, in a git checkout of it and nowhere else. Not in a copy
 * without git, not where the project lies inside another repository, and not where someone has chosen other hooks.
 */
const git = (...words: string[]): string | undefined => {
  try {
    return execFileSync("git", words, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
};

const top = git("rev-parse", "--show-toplevel");
const chosen = git("config", "--get", "core.hooksPath");

if (top !== undefined && realpathSync(top) === realpathSync(process.cwd()) && chosen === undefined)
  git("config", "core.hooksPath", ".githooks");
