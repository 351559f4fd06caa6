import { readFileSync } from "node:fs";
import { scanSettings } from "#lib/page/scan-settings.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ScannedField } from "#scanner/scan/read-scan.ts";
import { escapeHtml } from "../../pages/build/page-shell.ts";
import { drawLabel, drawQr, type SymbolDrawing } from "../../pages/shared/label-symbol.ts";
import type { ErpSample } from "../erp/demo-erp.ts";
import { keyCard } from "../key-card.ts";

/** Pixels of a module, whole ones so that its edges are sharp. */
const modulePixels = 6;

type DrawnLabel = { readonly name: string; readonly drawn: SymbolDrawing };

/** A link that shows the label alone, and the link back to its section. */
const labelItem = ({ name, drawn: { width, height, path } }: DrawnLabel, section: string) => {
  const id = `${section}-${name}`;
  return `<li id="${escapeHtml(id)}">
        <a class="label" href="#${escapeHtml(encodeURIComponent(id))}">
          <svg width="${modulePixels * width}" height="${modulePixels * height}" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${path}"/></svg>
          <code>${escapeHtml(name)}</code>
        </a>
        <a class="btn" href="#${section}">All labels</a>
      </li>`;
};

type LabelSection = {
  readonly id: string;
  readonly title: string;
  /** As HTML. */
  readonly says: string;
  readonly labels: readonly DrawnLabel[];
};

const sectionOf = ({ id, title, says, labels }: LabelSection) => `
      <section id="${id}" aria-labelledby="of-${id}">
        <div>
          <h2 id="of-${id}">${title}</h2>
          <p>${says}</p>
        </div>
        <ul>${labels.map((label) => labelItem(label, id)).join("")}</ul>
      </section>`;

/** The shelf of the format's example, in the first areas of the site. */
const shelvesOf = ({ formats, location: { area, areas } }: Site): string[] => {
  const { example, pattern } = formats.location;
  const own = area.exec(example)?.[1] ?? "";
  const shelves = (areas || []).map((other) => example.replace(own, other));
  return [...new Set([example, ...shelves])].filter((shelf) => pattern.test(shelf)).slice(0, 3);
};

type LabelledStage = {
  readonly site: Site;
  readonly erp: ErpSample;
  readonly apiKeys: ReadonlyMap<string, string>;
};

/** In the order of work. The first goods and the first box are left to the requests that `npm start` prints. */
const sectionsOf = ({ site, erp, apiKeys }: LabelledStage): LabelSection[] => {
  if (!site.pages) throw new Error(`The site ${site.name} has no pages.`);
  const [{ both, worker: words }] = site.pages.words;
  const settings = scanSettings(site);
  const drawn = (field: ScannedField, values: readonly string[]) =>
    values.map((name) => ({ name, drawn: drawLabel(field, name, "QR", settings) }));
  const key = (word: string) => `<b>${escapeHtml(word)}</b>`;
  const toBox = (goods: string) =>
    `Touch ${key(words.modes.box)}, scan a box, then ${goods}. Touch ${key("1")}, then ${key(words.save.replace("{count}", "1"))}.`;
  const { unknownGoods: unknown } = erp;
  const why = escapeHtml(both.why.zongpaiNotFound).replace(
    "{zongpai}",
    `<code>${escapeHtml(unknown ?? "")}</code>`,
  );
  const all: LabelSection[] = [
    {
      id: "card",
      title: "Your card",
      says: `The worker's page starts signed in. Touch the name at its top and ${key(both.signOut)}, then scan this card.`,
      labels: [...apiKeys].map(([name, value]) => ({ name, drawn: drawQr(keyCard(name, value)) })),
    },
    {
      id: "shelves",
      title: "Shelves",
      says: `Touch ${key(words.modes.shelve)}, scan a shelf, then the goods that you put on it.`,
      labels: drawn("location", shelvesOf(site)),
    },
    {
      id: "goods",
      title: "Goods",
      says: "The ERP knows these goods. Scan them after a shelf or after a box.",
      labels: drawn("zongpai", erp.goods.slice(1, 4)),
    },
    {
      id: "boxes",
      title: "Boxes",
      says: toBox("goods"),
      labels: drawn("box_no", erp.boxes.slice(1, 3)),
    },
    {
      id: "unknown",
      title: "Goods that the ERP does not know",
      says: `${toBox("these goods")} The page says: ${key(words.outcomes.refused)}, ${why}`,
      labels: drawn("zongpai", unknown === undefined ? [] : [unknown]),
    },
  ];
  return all.filter(({ labels }) => labels.length > 0);
};

/** The page of labels to scan, from the screen or from paper: nothing in it is a script. */
export const labelsPage = (of: LabelledStage): Buffer =>
  Buffer.from(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Labels to scan</title>
    <link rel="icon" type="image/svg+xml" href="icon.svg">
    <link rel="stylesheet" href="labels.css">
  </head>
  <body>
    <main>
      <h1>Labels to scan</h1>
      <p>Open the worker's page in a window next to this one, and click on it. A USB scanner types into the window that you clicked last.</p>
      <p>A laptop's camera does not see its own screen: print this page, or show the camera a photo of a label on a phone.</p>
      <p>Click a label to show it alone.</p>
      <p class="row">
        <a class="btn main" href="worker" target="_blank">Worker's page</a>
        <a class="btn" href="board" target="_blank">Board</a>
      </p>${sectionsOf(of).map(sectionOf).join("")}
    </main>
  </body>
</html>
`);

/** The style that all pages share, then the page's own. */
export const labelsStyle = (): Buffer =>
  Buffer.concat(
    ["../../pages/shared/pages.css", "labels.css"].map((file) =>
      readFileSync(new URL(file, import.meta.url)),
    ),
  );
