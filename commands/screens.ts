import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { startStage } from "#infra/local/stage.ts";
import { boardScreens } from "../test/page/tours/board-tour.ts";
import { configureIn } from "../test/page/tours/configure.ts";
import { fillBoard } from "../test/page/tours/fill-board.ts";
import { labelsOf } from "../test/page/tours/labels.ts";
import { workerScreens } from "../test/page/tours/worker-tour.ts";
import { command, run, siteHelp } from "./cli/command.ts";
import { scratchFolder } from "./cli/scratch.ts";

const program = command(
  "screens",
  "Takes a picture of every screen of the pages, light and dark, from a stage of its own with a demo ERP.",
  `CHROMIUM names the browser, if it is not /usr/bin/chromium.

Exit status: 0 taken; 1 not; 2 a wrong call.`,
)
  .requiredOption("--out <folder>", "where the pictures are written, as <screen>-<theme>.png")
  .option("--site <site>", siteHelp, "demo")
  .action(async ({ out, site: choice }) => {
    mkdirSync(out, { recursive: true });
    // Closed however it ends: an open browser would keep the process.
    await using browser = await chromium.launch({
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox"],
    });
    for (const colorScheme of ["light", "dark"] as const) {
      const { folder, remove } = scratchFolder("screens");
      const stage = await startStage({ site: choice, port: 0, dataDir: folder });
      const { site, url } = stage;
      const context = await browser.newContext({
        viewport: { width: 360, height: 640 },
        deviceScaleFactor: 2,
        colorScheme,
      });
      const page = await context.newPage();
      await page.goto(`${url}${site.basePath}${site.pages ? site.pages.path : ""}/worker`);
      await page.locator("input.scan:focus").waitFor({ state: "attached" });
      const offline = (off: boolean) => context.setOffline(off);
      const configure = (zongpai: string) => configureIn(stage, zongpai);
      for await (const screen of workerScreens({
        page,
        labels: labelsOf(site),
        offline,
        configure,
      })) {
        // The flash of a new outcome is over.
        await page.waitForTimeout(400);
        await page.screenshot({ path: join(out, `${screen}-${colorScheme}.png`) });
      }
      await context.close();
      await fillBoard(stage, labelsOf(site));
      const desk = await browser.newContext({
        viewport: { width: 1_440, height: 900 },
        colorScheme,
      });
      const board = await desk.newPage();
      await board.goto(`${url}${site.basePath}${site.pages ? site.pages.path : ""}/board`);
      for await (const screen of boardScreens(board, labelsOf(site)))
        await board.screenshot({ path: join(out, `${screen}-${colorScheme}.png`) });
      await desk.close();
      await stage.stop();
      remove();
    }
  });

await run(program);
