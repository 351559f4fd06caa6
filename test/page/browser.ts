import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The Chromium of this machine, or the one that CHROMIUM names; `undefined` where there is none. None is ever downloaded. */
export const chromiumFile = (): string | undefined => {
  const { CHROMIUM, PATH = "" } = process.env;
  if (CHROMIUM) return CHROMIUM;
  return PATH.split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(runs);
};

/** Milliseconds that a test waits for a browser or its page: only what hangs is ended. */
export const longest = 200_000;

/** In a page: it waits a hundred times as long for an answer, so that a busy machine changes nothing of what it tells; unless it is `hurried`. */
const unhurried = `{
  const wait = setTimeout;
  globalThis.setTimeout = (run, ms, ...more) =>
    wait(run, !globalThis.hurried && [600, 5_000, 8_000, 10_000].includes(ms) ? 100 * ms : ms, ...more);
}`;

/** Makes the pages of a context patient, and the test with them. */
export const patiently = async (context: BrowserContext): Promise<BrowserContext> => {
  context.setDefaultTimeout(longest);
  await context.addInitScript(unhurried);
  return context;
};

/**
 * A headless browser with a new profile that asks nobody for updates; it is playwright that makes and removes the profile. By another name than
 * localhost, this machine is a stranger to it. Its pages are patient.
 */
export const openBrowser = async (
  executablePath: string,
  args: readonly string[] = [],
): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    timeout: longest,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
      ...[
        "--disable-component-update",
        "--disable-sync",
        "--host-resolver-rules=MAP warehouse.test 127.0.0.1",
        ...args,
      ],
    ],
  });
  const newContext = browser.newContext.bind(browser);
  // `newPage` makes its context with it, too.
  browser.newContext = async (options) => patiently(await newContext(options));
  return browser;
};
