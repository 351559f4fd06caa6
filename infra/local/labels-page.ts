import { readFileSync } from "node:fs";
import { fitsFormat } from "#labels/fits-format.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ScannedField } from "#scanner/scan/read-scan.ts";
import { escapeHtml } from "../../frontend/pages/build/page-shell.ts";
import {
  drawLabel,
  drawQr,
  type SymbolDrawing,
} from "../../frontend/pages/src/shared/label-symbol.ts";
import type { ErpSample } from "../erp/demo-erp.ts";
import { keyCard } from "../key-card.ts";

/** The width of a module, in whole pixels so that its edges are sharp. */
const modulePixels = 6;

type DrawnLabel = { readonly name: string; readonly drawn: SymbolDrawing };

/** A link that shows the label alone, and the link back to its section. */
const labelItemHtml = ({ name, drawn: { width, height, path } }: DrawnLabel, section: string) => {
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
  readonly html: string;
  readonly labels: readonly DrawnLabel[];
};

const sectionHtml = ({ id, title, html, labels }: LabelSection) => `
      <section id="${id}" aria-labelledby="of-${id}">
        <div>
          <h2 id="of-${id}">${title}</h2>
          <p>${html}</p>
        </div>
        <ul>${labels.map((label) => labelItemHtml(label, id)).join("")}</ul>
      </section>`;

/** The shelf of the format's example, in the first areas of the site. */
const shelvesOf = ({ formats, location: { area, areas } }: Site): string[] => {
  const { example } = formats.location;
  const exampleArea = area.exec(example)?.[1] ?? "";
  const shelves = (areas || []).map((name) => example.replace(exampleArea, name));
  return [...new Set([example, ...shelves])]
    .filter((shelf) => fitsFormat(formats.location, shelf))
    .slice(0, 3);
};

type LabelledStage = {
  readonly site: Site;
  readonly erp: ErpSample;
  readonly apiKeys: ReadonlyMap<string, string>;
};

/** The sections in the order of work. The first goods and the first box are left to the requests that `npm start` prints. */
const sectionsOf = ({ site, erp, apiKeys }: LabelledStage): LabelSection[] => {
  if (!site.pages) throw new Error(`The site ${site.name} has no pages.`);
  const [{ both, why: reasons, worker: words }] = site.pages.words;
  const settings = scanSettings(site);
  const labelsOf = (field: ScannedField, values: readonly string[]) =>
    values.map((name) => ({ name, drawn: drawLabel(field, name, "QR", settings) }));
  const bold = (word: string) => `<b>${escapeHtml(word)}</b>`;
  const toBox = (goods: string) =>
    `Touch ${bold(words.modes.box)}, scan a box, then ${goods}. Touch ${bold("1")}, then ${bold(both.save.replace("{count}", "1"))}.`;
  const { unknownGoods } = erp;
  const why = escapeHtml(reasons.zongpaiNotFound).replace(
    "{zongpai}",
    `<code>${escapeHtml(unknownGoods ?? "")}</code>`,
  );
  const sections: LabelSection[] = [
    {
      id: "card",
      title: "Your card",
      html: `The worker's page starts signed in. Touch the name at its top and ${bold(both.signOut)}, then scan this card.`,
      labels: [...apiKeys].map(([name, value]) => ({ name, drawn: drawQr(keyCard(name, value)) })),
    },
    {
      id: "shelves",
      title: "Shelves",
      html: `Touch ${bold(words.modes.shelve)}, scan a shelf, then the goods that you put on it.`,
      labels: labelsOf("location", shelvesOf(site)),
    },
    {
      id: "goods",
      title: "Goods",
      html: "The ERP knows these goods. Scan them after a shelf or after a box.",
      labels: labelsOf("zongpai", erp.goods.slice(1, 4)),
    },
    {
      id: "boxes",
      title: "Boxes",
      html: toBox("goods"),
      labels: labelsOf("box_no", erp.boxes.slice(1, 3)),
    },
    {
      id: "unknown",
      title: "Goods that the ERP does not know",
      html: `${toBox("these goods")} The page says: ${bold(words.outcomes.refused)}, ${why}`,
      labels: labelsOf("zongpai", unknownGoods === undefined ? [] : [unknownGoods]),
    },
  ];
  return sections.filter(({ labels }) => labels.length > 0);
};

/** The page of labels to scan, from the screen or from paper: nothing in it is a script. */
export const labelsPage = (stage: LabelledStage): Buffer =>
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
      </p>${sectionsOf(stage).map(sectionHtml).join("")}
    </main>
  </body>
</html>
`);

/** The style that all pages share, then the page's own. */
export const labelsStyle = (): Buffer =>
  Buffer.concat(
    ["../../frontend/pages/src/shared/pages.css", "labels.css"].map((file) =>
      readFileSync(new URL(file, import.meta.url)),
    ),
  );
