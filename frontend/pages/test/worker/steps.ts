import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { prepareReader, readDrawn } from "../../../../test/support/print.ts";

/** A code, and what a scanner types for it. */
export type Label = { readonly value: string; readonly typed: string };

/** Types a label and Enter, as a scanner does. */
export const scan = async (page: Page, { typed }: Pick<Label, "typed">): Promise<void> => {
  await page.keyboard.type(typed);
  await page.keyboard.press("Enter");
};

/** Types on the scanner's keypad, more slowly than a scanner. */
export const typeByHand = async (page: Page, digits: string): Promise<void> => {
  for (const digit of digits) {
    await page.keyboard.press(digit);
    await page.waitForTimeout(60);
  }
  await page.keyboard.press("Enter");
};

/** As `scan`, but as one text: faster, for tests that need no single keystrokes. */
export const put = async (page: Page, { typed }: Pick<Label, "typed">): Promise<void> => {
  await page.keyboard.insertText(typed);
  await page.keyboard.press("Enter");
};

/** Waits until the banner shows this outcome of these labels. The outcome alone may belong to the scan before. */
export const shows = (
  page: Page,
  outcome: string,
  ...labels: Pick<Label, "value">[]
): Promise<void> =>
  labels
    .reduce(
      (banner, { value }) => banner.filter({ has: page.getByText(value, { exact: true }) }),
      page.locator(`[data-test="outcome"][data-outcome="${outcome}"]`),
    )
    .waitFor();

/** Waits until the strip shows this late outcome of this label. */
export const showsLate = (page: Page, outcome: string, { value }: Pick<Label, "value">) =>
  page
    .locator(`[data-test="late"][data-outcome="${outcome}"]`, {
      has: page.getByText(value, { exact: true }),
    })
    .waitFor();

/** Waits until the strip is empty. */
export const nothingLate = (page: Page): Promise<void> =>
  page.locator('[data-test="late"]:not([data-outcome])').waitFor({ state: "attached" });

/** Scans a label, and waits until the banner shows this outcome of it and of the others. */
export const scanned = async (
  page: Page,
  outcome: string,
  label: Label,
  ...others: Pick<Label, "value">[]
): Promise<void> => {
  await scan(page, label);
  await shows(page, outcome, label, ...others);
};

/** Scans a shelf and then each of these goods onto it, with this outcome. */
export const shelve = async (
  page: Page,
  shelf: Label,
  outcome: "recorded" | "kept",
  ...goods: readonly Label[]
): Promise<void> => {
  await scan(page, shelf);
  for (const label of goods) await scanned(page, outcome, label, shelf);
};

/** Touches the key with this `data-test`. */
export const tap = (page: Page, hook: string): Promise<void> => page.getByTestId(hook).click();

/** Goes to a mode of the page: 0 shelve, 1 box, 2 attach, 3 look up. */
export const mode = (page: Page, at: number) => page.locator(".modes button").nth(at).click();

/** Enters a digit, or a tenth of it where quantities have decimals, because ordered quantities are small there. */
export const touch = async (page: Page, few: number): Promise<void> => {
  await page.locator(".pad").waitFor();
  const isDecimal = (await page.locator(".pad.decimal").count()) > 0;
  for (const key of isDecimal ? [10, 9, few - 1] : [few - 1])
    await page.locator(".pad .btn").nth(key).click();
};

/** Enters a small quantity on the number pad, and saves. */
export const saveFew = async (page: Page): Promise<void> => {
  await touch(page, 2);
  await page.locator(".save").click();
};

/** Waits until this shelf, box or goods is in hand. */
export const inHand = (page: Page, { value }: Pick<Label, "value">): Promise<void> =>
  page.locator(".prompt code", { hasText: value }).waitFor();

/** Waits until the header shows this state of network, service and key. */
export const isState = (page: Page, state: string): Promise<void> =>
  page.locator(`[data-test="state"][data-state="${state}"]`).waitFor();

const partsArrived = `["jobs", "screens"].every((part) =>
  performance.getEntriesByType("resource").some(({ name }) => name.includes(part)))`;
/**
 * Waits until the page has received its parts that are not in the first script, or has failed to. The page's security policy refuses
 * `waitForFunction` if its first look finds nothing.
 */
const hasParts = (page: Page) => expect.poll(() => page.evaluate(partsArrived)).toBe(true);

/** Takes the page offline, and waits until its header says so. */
export const offline = async (page: Page): Promise<void> => {
  await hasParts(page);
  await page.context().setOffline(true);
  await isState(page, "offline");
};
export const online = (page: Page): Promise<void> => page.context().setOffline(false);

/** Waits until the header counts nothing that waits. */
export const nothingWaits = (page: Page): Promise<void> =>
  page.locator('[data-test="waiting"]:not([data-outcome])').waitFor();

/** Waits until the page can work offline. */
export const isInstalled = (page: Page) =>
  page.evaluate("navigator.serviceWorker.ready.then(() => {})");

/** Waits until the scanner's field has the focus. */
export const isReadyToScan = (page: Page): Promise<unknown> =>
  page.locator(".scan:focus").waitFor({ state: "attached" });

/** Runs a script in a page with one of its storages open. */
const inStorage = <Result>(page: Page, what: string, script: string): Promise<Result> =>
  page.evaluate<Result>(`new Promise(async (resolve) => {
  const { name } = (await indexedDB.databases()).find(({ name }) => /^${what} .*\\/$/.test(name));
  const opening = indexedDB.open(name);
  opening.onsuccess = () => {
    const storage = opening.result;
    const entries = storage.transaction("entries", "readwrite").objectStore("entries");
    ${script}
  };
})`);

/** Number of stored entries that meet a condition. A refusal stays stored until it is understood. The header's count may lag. */
const storedIf = (page: Page, condition: string) =>
  inStorage<number>(
    page,
    "scan-queue",
    `entries.getAll().onsuccess = ({ target }) =>
      resolve(storage.close() ?? target.result.filter((entry) => ${condition}).length);`,
  );
export const stored = (page: Page) => storedIf(page, "true");

/** Makes the device forget who has signed out, although their scans wait. */
export const forgetLeft = (page: Page) =>
  inStorage<void>(
    page,
    "device",
    `entries.get("people worker").onsuccess = ({ target: { result } }) => {
      const people = { ...JSON.parse(result.value), left: [] };
      entries.put({ ...result, value: JSON.stringify(people) });
      entries.transaction.oncomplete = () => resolve(storage.close());
    };`,
  );

/** All that a page has kept, as text. */
export const keptBy = async (page: Page): Promise<string> =>
  JSON.stringify(await page.context().storageState({ indexedDB: true }));

/** Waits until the page has stored whether a late outcome was seen. */
export const keepsSeen = (page: Page, isSeen: boolean): Promise<void> =>
  expect.poll(() => keptBy(page)).toContain(String.raw`\"seen\":${isSeen}`);

/** Waits until the page has stored its work. It does so after a redraw, and this transaction begins after that. */
export const keepsWork = async (page: Page): Promise<void> => {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))");
  await inStorage(page, "device", "entries.count().onsuccess = () => resolve(storage.close());");
};

/** Reloads the page after it has stored its work. */
export const reload = async (page: Page): Promise<void> => {
  await keepsWork(page);
  await page.reload();
};

/** Blocks the page's storage, as a slow device would, until the returned function is called. */
export const holdStorage = async (page: Page): Promise<() => Promise<unknown>> => {
  await inStorage(
    page,
    "scan-queue",
    `globalThis.isHeld = true;
    const hold = () => isHeld ? (entries.count().onsuccess = hold) : storage.close();
    resolve(hold() && undefined);`,
  );
  return () => page.evaluate("globalThis.isHeld = false");
};

/** Waits until every stored scan of the page is answered. */
export const answered = (page: Page): Promise<void> =>
  expect.poll(() => storedIf(page, "!entry.refusal && !entry.aside"), { timeout: 600_000 }).toBe(0);

/** The symbology and the text of a code that the page shows. */
export const readShown = async (svg: Locator): Promise<string> => {
  const [, , width = 0, height = 0] = ((await svg.getAttribute("viewBox")) ?? "")
    .split(" ")
    .map(Number);
  const path = (await svg.locator("path").getAttribute("d")) ?? "";
  await prepareReader();
  return readDrawn({ width, height, path });
};

/** The number that the header shows. */
export const count = async (page: Page, what: "waiting" | "refused"): Promise<number> =>
  Number(await page.getByTestId(what).locator("b").textContent());

/** Page script: records sounds, their volume, and vibrations. */
export const spies = `
globalThis.seen = { tones: [], gains: [], shakes: [] };
navigator.vibrate = (pattern) => seen.shakes.push(pattern.join(" "));
const Tone = OscillatorNode;
globalThis.OscillatorNode = class extends Tone {
  constructor(context, options) { super(context, options); this.says = options.type + " " + options.frequency; }
  start(at) { super.start(at); seen.tones.push(this.says); }
};
const Gain = GainNode;
globalThis.GainNode = class extends Gain {
  constructor(context, options) { super(context, options); seen.gains.push(options.gain); }
};
`;

/** Sounds and vibrations since the last `forgetSeen`. */
export const seenBy = (page: Page) =>
  page.evaluate<Readonly<Record<"tones" | "shakes", string[]>> & { gains: number[] }>("seen");
export const forgetSeen = (page: Page) =>
  page.evaluate("seen.tones.length = seen.gains.length = seen.shakes.length = 0");
