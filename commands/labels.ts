import { json } from "node:stream/consumers";
import { Option } from "@commander-js/extra-typings";
import * as z from "zod";
import { writeAtomically } from "#infra/atomic-file.ts";
import { chooseSite } from "#infra/choose-site.ts";
import { keyCard } from "#infra/key-card.ts";
import { usageError } from "#infra/usage-error.ts";
import { fitsFormat } from "#labels/fits-format.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import {
  drawCode128,
  drawLabel,
  drawQr,
  type LabelSymbology,
  labelSymbologies,
} from "../frontend/pages/src/shared/label-symbol.ts";
import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { isSameHeading } from "./csv/cell-text.ts";
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

/** The fields that a card needs from the output of `npm run keys` or `aws apigateway get-api-keys`. */
const KeyList = z.object({
  items: z.array(z.object({ name: z.string(), value: z.string(), enabled: z.boolean() })).min(1),
});

const parseKey = (text: string) => {
  const [, name = "", value = ""] = /^([\w-]+)=([!-~]+)$/.exec(text) ?? [];
  if (!value) throw usageError(`A key must be name=key, not "${text.split("=")[0]}…".`);
  return { name, value, enabled: true };
};

const readPipedKeys = async () => {
  const isPiped = !process.stdin.isTTY;
  const input = isPiped ? await json(process.stdin).catch(() => undefined) : undefined;
  const parsed = KeyList.safeParse(input);
  if (!parsed.success)
    throw usageError(
      "Standard input is not what npm run keys writes, or get-api-keys --include-values prints.",
    );
  return parsed.data.items;
};

/** Draws the cards for keys that were given as name=key, or for the piped list. */
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

/** Expands a range such as `L1-A-1..L1-A-20`. Its last number counts up with the same number of digits. */
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
  const column =
    heading === undefined ? onlyColumn : columns.find((found) => isSameHeading(found, heading));
  if (column === undefined) throw usageError(`--column must be one of ${columns.join(", ")}.`);
  const odd = lines.find(({ extra }) => extra !== undefined);
  if (odd)
    throw usageError(`${file}: line ${odd.line} has a cell without a heading: ${odd.extra}.`);
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
    (as ? [as] : labelledKinds).filter((kind) =>
      fitsFormat(settings.fields[fieldOfKind[kind]], text),
    );
  const codes = texts.flatMap((text) => (kindsOf(text).length > 0 ? [text] : expandRange(text)));
  return [...new Set(codes)].map((text) => {
    const [kind, ...otherKinds] = kindsOf(text);
    if (!kind)
      throw usageError(
        `${text} does not fit the site's format of ${as ?? "goods, boxes or shelves"}.`,
      );
    if (otherKinds.length > 0)
      throw usageError(`${text} fits several kinds: choose one with --as.`);
    const drawing = drawLabel(fieldOfKind[kind], text, code, settings);
    if (moduleMm(drawing, size) < narrowestBarMm)
      throw usageError(
        `${text} is too long for a ${code} of --size ${size}: a scanner could not read it.`,
      );
    return { text, drawing };
  });
};

const drawCommands = async ({ site: name, code: symbology }: LabelOptions) => {
  const site = await chooseSite(name);
  if (!site.pages)
    throw usageError(`The site ${site.name} has no pages, and so no buttons to touch.`);
  const draw = symbology === "QR" ? drawQr : drawCode128;
  return commandLabelsOf(site).map(({ code, text }) => ({ text, drawing: draw(code) }));
};

const program = createCommand(
  "labels",
  "Writes a page that you print from a browser: labels of shelves, boxes and goods for the site's scanners, labels for the buttons of the worker's page, or a card for each API key.",
  `  npm run labels -- --out shelves.html L1-A-1..L1-A-20 L2-B-7
  npm run labels -- --out goods.html --list export.csv --column zongpai --size small --code QR
  npm run labels -- --out commands.html --commands --size sheet

Sizes: small 50 x 25 mm, medium 100 x 50 mm and large 100 x 150 mm on a roll; sheet A4 with 3 x 8 labels of 70 x 37 mm. Print at 100 %,
without margins.

With --commands it prints labels for buttons of the worker's page: the modes, Check, Off shelf, Save, Cancel and Take back. A scan of such a
label touches the button (docs/pages.md). Buttons that no worker of the site can use are left out.

With --keys it reads the file of \`npm run keys\`, or the list of API Gateway. It prints each enabled key as a QR code and as a Code 128:

  npm run --silent labels -- --keys --out cards.html < Warehouse-<site>-<stage>.keys.json
  aws apigateway get-api-keys --include-values --name-query Warehouse-<site>-<stage>- | npm run --silent labels -- --keys --out cards.html

For a stage on this machine: npm run labels -- --keys --out cards.html demo=demo-key-on-this-laptop-only

This page has every key in clear text: delete it when the cards are printed.
Exit status: 0 written; 1 not written; 2 a wrong call.`,
)
  .argument("[code...]", "codes, or ranges of them; with --keys name=key", [])
  .requiredOption("--out <file>", "new file for the page, readable only by you")
  .option("--site <name>", `the site of the labels: ${siteHelp}`, "demo")
  .option("--list <file>", "a list from npm run export or a spreadsheet")
  .option("--column <heading>", "the column with the codes, if the list has several")
  .addOption(
    new Option(
      "--as <kind>",
      "the kind of the codes, if the site's formats do not tell them apart",
    ).choices(labelledKinds),
  )
  .addOption(
    new Option("--code <code>", "the symbology")
      .choices(labelSymbologies)
      .default(labelSymbologies[0]),
  )
  .addOption(
    new Option("--size <size>", "the size of a label")
      .choices(Object.keys(labelSizes) as LabelSize[])
      .default("medium" as LabelSize),
  )
  .option("--commands", "make the labels for buttons of the worker's page")
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
    if (labels.length === 0) throw usageError("There are no labels to print.");
    writePage(labelsPage(labels, options.size));
    console.log(`${labels.length} labels written to ${out}.`);
  });

await runCommandLine(program);
