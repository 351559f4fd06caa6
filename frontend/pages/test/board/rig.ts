import type { Locator, Page, Request } from "playwright-core";
import { expect } from "vitest";
import type { ContextOptions } from "../browser.ts";
import { worker } from "../worker/rig.ts";

/** A stage of a site, with its board, for the tests of a block. */
export const board = (choice: string) => {
  const stage = worker(choice);
  /** Opens the page, and waits for its first screen and for all answers. */
  const open = async (page: Page, hash = "") => {
    const answered = answersOf(page);
    await page.goto(stage.address("board") + hash);
    await page.locator("[data-test=off-shelf]:not(p.soft:has-text('…'))").waitFor();
    await page.getByTestId("area").first().waitFor();
    await answered();
  };
  return {
    ...stage,
    boardWords: () => {
      const { pages } = stage.site();
      if (!pages) throw new Error("The site has no pages.");
      return pages.words[0].board;
    },
    /** Requests to the service, without those for the page's files. */
    asked: () =>
      stage.requests.filter(({ path }) => {
        const { pathname } = new URL(stage.address(""));
        return !path.startsWith(pathname) || path === `${pathname}me`;
      }),
    open,
    opened: async (options?: ContextOptions) => {
      const page = await stage.newPage(options);
      await open(page);
      return page;
    },
  };
};

/** Waits for the result with this heading. The view before it stays until the address has changed. */
const isFound = (page: Page, heading: string): Promise<void> =>
  page.locator(".found:not([aria-busy=true]) #found").getByText(heading, { exact: true }).waitFor();

/** Types a label into the search, and waits for its value, or the typed text, in the result. */
export const find = async (
  page: Page,
  { typed, value = typed }: { typed: string; value?: string },
): Promise<void> => {
  await page.getByTestId("search").fill(typed);
  await page.keyboard.press("Enter");
  await isFound(page, value);
};

/** Follows a link with this code, and waits for its result. */
export const follow = async (links: Locator, { value }: { value: string }): Promise<void> => {
  await links.getByText(value, { exact: true }).click();
  await isFound(links.page(), value);
};

/** Returns a function that waits for the answers to all requests that the page sends from now on. */
export const answersOf = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => open.delete(request));
  return () => expect.poll(() => open.size).toBe(0);
};

/** Triggers the refresh that the page does every 30 seconds. */
export const refresh = (page: Page): Promise<unknown> =>
  page.evaluate("dispatchEvent(new Event('online'))");
