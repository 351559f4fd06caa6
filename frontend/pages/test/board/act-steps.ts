import type { Page } from "playwright-core";
import { en } from "#words";
import type { Label } from "../worker/steps.ts";

/** A sentence of the page with its placeholders filled. */
export const said = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);

/** A row of what was looked up. */
export const rowOf = (page: Page, { value }: Label) =>
  page.locator(".found tbody tr", {
    has: page.getByText(value, { exact: true }),
    hasNot: page.getByTestId("act-panel"),
  });

/** The key of an act, in a row or in the head. */
export const keyOf = (page: Page, act: keyof typeof en.board.acts, row?: Label) =>
  (row ? rowOf(page, row) : page.locator(".found > .apart"))
    .getByTestId("act")
    .getByText(en.board.acts[act], { exact: true });

export const openAct = (page: Page) => page.getByTestId("act-panel");
export const sendKey = (page: Page) => openAct(page).getByTestId("send");
export const numberField = (page: Page) => openAct(page).locator("input.n");
export const codeField = (page: Page) => openAct(page).locator("input:not(.n)");
export const isDone = (page: Page): Promise<void> => openAct(page).waitFor({ state: "detached" });
export const says = (page: Page, text: string): Promise<void> =>
  openAct(page).getByText(text).waitFor();

/** The line of a refusal. */
export const refusalOf = (page: Page, { value }: Label) =>
  page.locator("[data-test=refused] > li", { has: page.getByText(value, { exact: true }) });
