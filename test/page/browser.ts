import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

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

/**
 * A headless browser with a new profile that asks nobody for updates; it is playwright that makes and removes the profile. By another name than
 * localhost, this machine is a stranger to it.
 */
export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    headless: true,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
      ...["--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP warehouse.test 127.0.0.1"],
    ],
  });
