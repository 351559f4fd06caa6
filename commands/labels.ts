import { Option } from "@commander-js/extra-typings";
import * as z from "zod";
import { writeAtomically } from "#infra/atomic-file.ts";
import { chooseSite } from "#infra/choose-site.ts";
import { keyCard } from "#infra/key-card.ts";
import { usageError } from "#infra/usage-error.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import {
  drawCode128,
  drawLabel,
  drawQr,
  type LabelSymbology,
  labelSymbologies,
} from "../pages/shared/label-symbol.ts";
import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { readPipedJson } from "./cli/read-piped-json.ts";
import { readCsvFile } from "./csv/read.ts";
import { commandLabelsOf } from "./labels/command-labels.ts";
import {
  cardsPage,
  type LabelSize,
  labelSizes,
  labelsPage,
  moduleMm,
  narrowestBarMm,
} from "./labels/sheet.ts";

/** The part that a card needs of what `npm run keys` writes and `aws apigateway get-api-keys` prints. */
const KeyList = z.object({
  items: z.array(z.object({ name: z.string(), value: z.string(), enabled: z.boolean() })).min(1),
});

const parseKey = (text: string) => {
  const [, name = "", value = ""] = /^([\w-]+)=([!-~]+)$/.exec(text) ?? [];
  if (!value) throw usageError(`A key must be name=key, not "${text.split("=")[0]}…".`);
  return { name, value, enabled: true };
};

const readPipedKeys = async () => {
  const printer = "npm run keys writes, or get-api-keys --include-values";
  const { items } = await readPipedJson(KeyList, printer);
  return items;
};

/** The cards of keys that were given as name=key, or else of the piped list. */
const drawKeyCards = async (givenKeys: readonly string[]) => {
  const keys = givenKeys.length > 0 ? givenKeys.map(parseKey) : await readPipedKeys();
  return keys
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => {
      const cardText = keyCard(name, value);
      return { name, drawings: [drawQr(cardText), drawCode128(cardText)] };
    });
};

const mostInRange = 10_000;

/** Expands a range such as `L1-A-1..L1-A-20`, whose last number counts up with the same number of digits. */
const expandRange = (text: string): string[] => {
  const [, start, first = "", end, last = ""] = /^(.*?)(\d+)(\D*)\.\.\1(\d+)\3$/.exec(text) ?? [];
  if (start === undefined) return [text];
  const count = Number(last) - Number(first) + 1;
  if (count < 1 || count > mostInRange)
    throw usageError(`${text} must count up, to at most ${mostInRange}.`);
  return Array.from({ length: count }, (_, index) => {
    const number = String(Number(first) + index).padStart(first.length, "0");
    return `${start}${number}${end}`;
  });
};

const codesInFile = (file: string, heading: string | undefined): string[] => {
  const { columns, lines } = readCsvFile(file);
  const onlyColumn = columns.length === 1 ? columns[0] : undefined;
  const column = heading ?? onlyColumn;
  if (column === undefined || !columns.includes(column))
    throw usageError(`--column must be one of ${columns.join(", ")}.`);
  return lines.flatMap(({ cells }) => cells[column] || []);
};

const fieldOfKind = { goods: "zongpai", box: "box_no", shelf: "location" } as const;
type LabelledKind = keyof typeof fieldOfKind;
const labelledKinds = Object.keys(fieldOfKind) as LabelledKind[];

type LabelOptions = {
  readonly site: string;
  readonly code: LabelSymbology;
  readonly size: LabelSize;
  as?: LabelledKind;
};
const drawLabels = async (texts: readonly string[], { site, code, size, as }: LabelOptions) => {
  const settings = scanSettings(await chooseSite(site));
  const kindsOf = (text: string) =>
    (as ? [as] : labelledKinds).filter((kind) => {
      const { pattern, flags } = settings.fields[fieldOfKind[kind]];
      return new RegExp(pattern, flags).test(text);
    });
  const codes = texts.flatMap((text) => (kindsOf(text).length > 0 ? [text] : expandRange(text)));
  return [...new Set(codes)].map((text) => {
    const [kind, ...otherKinds] = kindsOf(text);
    if (!kind) throw usageError(`${text} is no ${as ?? "goods, box or shelf"} of this site.`);
    if (otherKinds.length > 0) throw usageError(`${text} may be several things: --as says which.`);
    const drawing = drawLabel(fieldOfKind[kind], text, code, settings);
    if (moduleMm(drawing, size) < narrowestBarMm)
      throw usageError(
        `${text} is too long for a ${code} of --size ${size}: nothing would read it.`,
      );
    return { text, drawing };
  });
};

const drawCommands = async ({ site: name, code: symbology }: LabelOptions) => {
  const site = await chooseSite(name);
  if (!site.pages) throw usageError(`The site ${site.name} has no pages, and so no keys to touch.`);
  const draw = symbology === "QR" ? drawQr : drawCode128;
  return commandLabelsOf(site).map(({ code, text }) => ({ text, drawing: draw(code) }));
};

const program = createCommand(
  "labels",
  "Makes a page for a browser to print: labels of shelves, boxes and goods, which the site's scanners read; labels of the worker's keys; or a card for each API key.",
  `  npm run labels -- --out shelves.html L1-A-1..L1-A-20 L2-B-7
  npm run labels -- --out goods.html --list export.csv --column zongpai --size small --code QR

  npm run labels -- --out commands.html --commands --size sheet

small is 50 x 25 mm, medium 100 x 50, large 100 x 150, each on a roll; sheet is A4 with 3 x 8 of 70 x 37. Print at 100 %, without margins.

With --commands it prints a label for each key of the worker's page that is worth a scan: the modes, Check, Off shelf, Save, Cancel and Take
back. A scan of it touches the key (docs/pages.md). What no worker of the site may do is left out.

With --keys it reads the file of \`npm run keys\`, or what API Gateway lists, and prints the keys that are switched on as a QR code and as a Code 128:

  npm run --silent labels -- --keys --out cards.html < Warehouse-<site>-<stage>.keys.json
  aws apigateway get-api-keys --include-values --name-query Warehouse-<site>-<stage>- | npm run --silent labels -- --keys --out cards.html

Those of a stage on this machine: npm run labels -- --keys --out cards.html demo=demo-key-on-this-laptop-only

That page holds every key in clear: delete it when the cards are printed.
Exit status: 0 written; 1 not; 2 a wrong call.`,
)
  .argument("[code...]", "codes, or ranges of them; with --keys name=key", [])
  .requiredOption(
    "--out <file>",
    "where the page is written, readable by you alone; it must not be there",
  )
  .option("--site <name>", `the site whose labels they are: ${siteHelp}`, "demo")
  .option("--list <file>", "a table as npm run export or a spreadsheet saves it")
  .option("--column <heading>", "its column with the codes, if it has several")
  .addOption(
    new Option("--as <kind>", "what the codes are, where the site's formats do not tell").choices(
      labelledKinds,
    ),
  )
  .addOption(
    new Option("--code <code>", "bars or a square")
      .choices(labelSymbologies)
      .default(labelSymbologies[0]),
  )
  .addOption(
    new Option("--size <size>", "of a label")
      .choices(Object.keys(labelSizes) as LabelSize[])
      .default("medium" as LabelSize),
  )
  .option("--commands", "make the labels of the worker's keys")
  .option("--keys", "make key cards")
  .action(async (texts, { out, list, column, commands, keys, ...options }) => {
    const writePage = (page: string) => writeAtomically(out, page, { mode: 0o600, isNew: true });
    if (keys) {
      const cards = await drawKeyCards(texts);
      writePage(cardsPage(cards));
      return console.log(`${cards.length} cards written to ${out}.`);
    }
    const allTexts = list === undefined ? texts : [...texts, ...codesInFile(list, column)];
    if (commands && allTexts.length > 0) throw usageError("--commands takes no codes.");
    const labels = await (commands ? drawCommands(options) : drawLabels(allTexts, options));
    if (labels.length === 0) throw usageError("There is nothing to print.");
    writePage(labelsPage(labels, options.size));
    console.log(`${labels.length} labels written to ${out}.`);
  });

await runCommandLine(program);
