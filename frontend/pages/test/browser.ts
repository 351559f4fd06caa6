import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page, selectors } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";

/** The Chromium that CHROMIUM names, or else the machine's own; `undefined` where there is none. Tests never download one. */
const chromiumFile = (): string | undefined => {
  const { CHROMIUM, PATH = "" } = process.env;
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const files = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return CHROMIUM || files.find((file) => existsSync(file));
};

// Our pages mark elements for tests with this attribute: `page.getByTestId("refused")`.
selectors.setTestIdAttribute("data-test");

/** Milliseconds that a test waits for a browser or its page. So long that only a hanging one fails. */
export const longest = 120_000;

/** Page script: time-outs are a hundred times longer, so that a busy machine changes no outcome. `hurried` switches that off. */
const unhurried = `{
  const wait = setTimeout;
  globalThis.setTimeout = (run, ms, ...more) =>
    wait(run, !globalThis.hurried && [600, 5_000, 8_000, 10_000].includes(ms) ? 100 * ms : ms, ...more);
}`;

/** Gives a context long time-outs, in its pages and in the test. */
export const patiently = async (context: BrowserContext): Promise<BrowserContext> => {
  context.setDefaultTimeout(longest);
  await context.addInitScript(unhurried);
  return context;
};

/** Gives a page a clock that the test can advance. The page keeps its long time-outs. */
export const installClock = async (page: Page): Promise<void> => {
  await page.clock.install();
  await page.addInitScript(unhurried);
  await page.evaluate(unhurried);
};

/** Options of a headless browser. For it `warehouse.test` is this machine, by a name other than localhost. */
export const launching = (args: readonly string[] = []) => ({
  executablePath: chromiumFile() ?? "",
  headless: true,
  timeout: longest,
  args: ["--host-resolver-rules=MAP warehouse.test 127.0.0.1", ...args],
});

/** Tests that need Chromium; they are skipped where the machine has none. */
export const inChromium = describe.skipIf(chromiumFile() === undefined);

export type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]>;

/** Closes a context when its test ends. If the test failed, prints what the pages show, because a time-out alone explains nothing. */
export const closeAfterTest = (context: BrowserContext): void =>
  onTestFinished(async ({ task }) => {
    for (const page of task.result?.state === "fail" ? context.pages() : []) {
      const text = await page.locator("body").innerText({ timeout: 5_000 }).catch(String);
      console.error(`${page.url()} shows:\n${text}`);
    }
    await context.close();
  });

/** A browser for the tests of a block, with a new profile. Contexts of a test are closed when it ends. */
export const browserOfBlock = (args?: readonly string[]) => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch(launching(args));
  });
  afterAll(() => browser?.close());
  const newContext = async (options?: ContextOptions): Promise<BrowserContext> => {
    if (!browser) throw new Error("The browser is not open yet.");
    const context = await patiently(await browser.newContext(options));
    closeAfterTest(context);
    return context;
  };
  const newPage = async (options?: ContextOptions) => (await newContext(options)).newPage();
  return { newContext, newPage };
};

/** A handheld's screen. */
export const phone = { viewport: { width: 360, height: 640 } };

/** Violations of WCAG 2.0 to 2.2 AA that axe finds, as lines. */
export const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 160)).join(" | ")))`,
  );
};

/** Whether a page scrolls sideways, as a line. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(
    'document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways at " + innerWidth] : []',
  );

/** Violations that axe finds, sideways scrolling, and visible controls whose width or height is below `least` pixels. */
export const faults = async (page: Page, least: number): Promise<string[]> => {
  const small = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll("button, input, a, summary")].filter((one) => one.checkVisibility() && !one.closest(".hide")).flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width < ${least} || height < ${least} ? [one.outerHTML.slice(0, 80) + " " + width + " x " + height] : [];
  })`);
  return [...(await violations(page)), ...small, ...(await sideways(page))];
};

/** Records the addresses that a page requests from now on, and the errors of its policy and script. */
export const watch = (page: Page, expected?: RegExp) => {
  const seen = { urls: [] as string[], complaints: [] as string[] };
  page.on("request", (request) => seen.urls.push(request.url()));
  page.on("pageerror", ({ message }) => seen.complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected?.test(message.text()))
      seen.complaints.push(message.text());
  });
  return seen;
};

/** Takes a picture of a screen into the folder that SCREENS names, if it names one. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const { SCREENS } = process.env;
  if (!SCREENS) return;
  // Playwright fast-forwards the flash of a new outcome.
  await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled" });
};
