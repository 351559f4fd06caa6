import type { WorkerStage } from "./rig.ts";
import {
  mode,
  nothingWaits,
  offline,
  online,
  saveFew,
  scan,
  scanned,
  shelve,
  shows,
  showsLate,
  tap,
  touch,
} from "./steps.ts";

/** Goes to every screen of the worker's page, online and offline, and yields the name of each. */
export async function* workerScreens(
  stage: WorkerStage,
  { page, goods, boxes, shelves, unknown }: Awaited<ReturnType<WorkerStage["opened"]>>,
): AsyncGenerator<string> {
  const [one, two, three, four] = goods;
  const [box, otherBox] = boxes;
  const [shelf, otherShelf] = shelves;
  const button = (selector: string, at = 0) => page.locator(selector).nth(at).click();
  const list = page.locator(".no, .found:not([aria-busy=true])");
  await stage.configure(one);

  const [key] = stage.site().auth.scheme === "apiKey" ? stage.stage().apiKeys.values() : [];
  if (key) {
    await scan(page, { typed: `key:Mara=${key}` });
    await page.locator(".prompt .name").getByText("Mara", { exact: true }).waitFor();
  }
  yield "shelve";
  await scan(page, one);
  await shows(page, "wrong-label");
  yield "shelve-wrong-first";
  await shelve(page, shelf, "recorded", three, two, one);
  yield "shelve-goods";
  await button(".trail .line");
  await page.locator('.picks [data-test="take-back"]').waitFor();
  yield "shelve-scan";
  await tap(page, "back");
  await shelve(page, otherShelf, "recorded", four);
  await shelve(page, shelf, "recorded", four);
  await tap(page, "take-back");
  await shows(page, "recorded", four, otherShelf);
  yield "shelve-taken-back";
  await scan(page, { typed: "?" });
  await shows(page, "wrong-label");
  yield "shelve-wrong";
  await offline(page);
  await scanned(page, "kept", four);
  yield "shelve-kept";
  await mode(page, 3);
  await scan(page, four);
  await list.waitFor();
  yield "look-offline";
  await tap(page, "waiting");
  yield "waiting";
  await online(page);
  await nothingWaits(page);
  yield "all-recorded";
  await mode(page, 0);
  await button(".prompt .btn");
  await tap(page, "off-shelf");
  await scanned(page, "recorded", two);
  yield "shelve-off";
  await button(".acts .btn", -2);
  yield "shelve-type";
  await button(".acts .btn");
  await tap(page, "who");
  yield "me";
  await button('button[data-test="device"]');
  await scan(page, { typed: one.typed + one.typed });
  await page.locator(".keys").waitFor();
  yield "device";
  await mode(page, 1);
  yield "box";
  await scan(page, box);
  for (const label of [one, two, three]) {
    await scan(page, label);
    await saveFew(page);
    await shows(page, "recorded", label);
  }
  yield "box-open";
  await tap(page, "waiting");
  await scan(page, one);
  await page.locator(".offers").waitFor();
  yield "box-holds";
  // A touch between two readings of a label makes them two scans.
  await touch(page, 2);
  await page.getByTestId("add").waitFor();
  yield "box-add";
  await scan(page, one);
  await page.locator(".more1").waitFor();
  yield "box-counted";
  await scanned(page, "wrong-label", shelf);
  yield "box-quantity-wrong";
  await touch(page, 2);
  await button('.offers [data-test="act"]', -1);
  yield "box-move";
  await tap(page, "back");
  await tap(page, "back");
  await button(".line");
  yield "box-row";
  await tap(page, "back");
  await scan(page, unknown);
  await page.locator(".pad").waitFor();
  await scan(page, four);
  await showsLate(page, "refused", unknown);
  yield "box-late";
  await tap(page, "refused");
  yield "refused-late";
  await tap(page, "understood");
  await page.locator(".pad").waitFor();
  yield "box-quantity";
  await touch(page, 3);
  yield "box-quantity-touched";
  await button(".save");
  await mode(page, 2);
  yield "attach";
  await scan(page, one);
  await page.locator(".pick").first().waitFor();
  yield "attach-goods";
  await button("button.pick");
  yield "attach-box";
  await scan(page, box);
  await touch(page, 2);
  yield "attach-quantity";
  await button(".save");
  await shows(page, "recorded", one);
  yield "attach-saved";
  await button("button.pick", -1);
  await scan(page, shelf);
  await shows(page, "recorded", one, shelf);
  await mode(page, 1);
  await scan(page, otherBox);
  await scan(page, unknown);
  await button(".save");
  await shows(page, "refused");
  yield "box-refused";
  await mode(page, 2);
  await scan(page, one);
  await button("button.pick", 1);
  await scan(page, box);
  for (const key of [0, 0]) await button(".pad .btn", key);
  await button(".save");
  await page.locator('.banner [data-test="act"]').waitFor();
  yield "attach-refused";
  await tap(page, "refused");
  await page.locator(".no .btn.main").waitFor();
  yield "refused";
  await button(".no .btn.main");
  await page.locator(".no li").nth(1).waitFor({ state: "detached" });
  await button(".no .btn");
  await mode(page, 1);
  await scan(page, box);
  await mode(page, 3);
  yield "look";
  for (const [name, label] of [
    ["goods", one],
    ["box", box],
    ["shelf", shelf],
  ] as const) {
    await scan(page, label);
    await page
      .locator(".found:not([aria-busy=true]) code", { hasText: label.value })
      .first()
      .waitFor();
    yield `look-${name}`;
  }
  // Leave alone the goods that the check of the shelf must find.
  await page.locator(".found .line").filter({ hasNotText: three.value }).first().click();
  yield "look-row";
  await button(".picks .line", -2);
  await shows(page, "recorded");
  yield "look-left";
  await tap(page, "refused");
  yield "refused-none";
  await mode(page, 3);
  await scan(page, shelf);
  await button('.found [data-test="act"]');
  await page.locator(".prompt.whole code", { hasText: shelf.value }).waitFor();
  yield "look-move-all";
  await tap(page, "back");
  await mode(page, 0);
  await button(".prompt .btn");
  await tap(page, "check");
  yield "check";
  await scan(page, shelf);
  await scan(page, three);
  await page.locator(".trail [data-outcome=recorded]", { hasText: three.value }).waitFor();
  await scanned(page, "wrong-label", two);
  yield "check-scan";
  await tap(page, "check");
  await page.locator(".sums").waitFor();
  yield "check-result";
  await button(".asked .main");
  await page.locator(".asked[data-outcome=recorded]", { hasText: two.value }).waitFor();
  yield "check-settled";
  await tap(page, "show");
  yield "check-show";
  await tap(page, "back");
  await button(".acts .main");
  await mode(page, 3);
  await scan(page, shelf);
  await page.locator(".found .line").first().waitFor();
  await offline(page);
  await button('.found [data-test="act"]', 1);
  await page.locator('.banner[data-outcome="kept"]').waitFor();
  yield "job-kept";
  await online(page);
  await nothingWaits(page);
  yield "job-recorded";
  if (stage.site().routes.boxLocation) {
    await mode(page, 0);
    await scan(page, shelf);
    await scanned(page, "recorded", otherBox);
    await tap(page, "bring-along");
    await page.locator(".banner .what", { hasText: shelf.value }).waitFor();
    yield "box-brought";
  }
  if (stage.site().routes.clearBox && stage.site().routes.clear) {
    await mode(page, 3);
    await scan(page, otherBox);
    await button('.found .facts ~ .offers [data-test="act"]', -1);
    await page.getByTestId("left").waitFor();
    yield "box-left";
    await mode(page, 1);
    await scan(page, otherBox);
    await scan(page, four);
    await page.locator(".save small").waitFor();
    yield "box-left-save";
    await tap(page, "back");
  }
  if (!key) return;
  await tap(page, "who");
  await tap(page, "sign-out");
  await page.getByTestId("sign-out").waitFor({ state: "detached" });
  yield "sign-in";
}
