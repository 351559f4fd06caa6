import { escapeHtml } from "../../frontend/pages/build/page-shell.ts";
import type { SymbolDrawing } from "../../frontend/pages/src/shared/label-symbol.ts";

/** Label sizes in millimetres, with their paper. A roll has one label per page, an A4 sheet three by eight. */
export const labelSizes = {
  small: { width: 50, height: 25, paper: "50mm 25mm" },
  medium: { width: 100, height: 50, paper: "100mm 50mm" },
  large: { width: 100, height: 150, paper: "100mm 150mm" },
  sheet: { width: 70, height: 37, paper: "A4" },
} as const;
export type LabelSize = keyof typeof labelSizes;

/** The narrowest bar that usual scanners read and a 203 dpi printer prints. */
export const narrowestBarMm = 0.19;
/** The white margin of a label on each side. */
const marginMm = 2;
/** The share of a label's height for its text. */
const textShare = 0.25;

/** The width of a module in millimetres: the narrowest bar, or the side of a square. */
export const moduleMm = ({ width, height }: SymbolDrawing, size: LabelSize): number => {
  const paper = labelSizes[size];
  const innerWidth = paper.width - 2 * marginMm;
  const symbolHeight = (paper.height - 2 * marginMm) * (1 - textShare);
  const isSquare = height === width;
  return (isSquare ? Math.min(innerWidth, symbolHeight) : innerWidth) / width;
};

/** Draws a symbol. Bars fill their area. A square keeps its shape, and is aligned in its area. */
const symbolSvg = ({ width, height, path }: SymbolDrawing, alignment = "xMidYMid") => {
  const aspectRatio = width === height ? alignment : "none";
  return `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="${aspectRatio}"><path d="${path}"/></svg>`;
};

const printedPage = (paper: string, style: string, sections: readonly string[]) => `<!doctype html>
<meta charset="utf-8">
<title>Labels</title>
<style>
  @page { size: ${paper}; margin: 0; }
  body { margin: 0; display: flex; flex-wrap: wrap; font-family: monospace; }
  section { box-sizing: border-box; break-inside: avoid; overflow: hidden; text-align: center; }
  ${style}
</style>
${sections.join("\n")}
`;

/** The width of a text in monospaced characters. Chinese characters are twice as wide. */
const textWidth = (text: string) => text.replace(/[\u2e80-\uffff]/g, "..").length;

/** A page of labels of one size, each with its text below it. */
export const labelsPage = (
  labels: readonly { text: string; drawing: SymbolDrawing }[],
  size: LabelSize,
): string => {
  const { width, height, paper } = labelSizes[size];
  const inner = { width: width - 2 * marginMm, height: height - 2 * marginMm };
  return printedPage(
    paper,
    `section { width: ${width}mm; height: ${height}mm; padding: ${marginMm}mm; }
  svg { display: block; width: 100%; height: ${inner.height * (1 - textShare)}mm; }`,
    labels.map(({ text, drawing }) => {
      const fontSize = Math.min(
        inner.height * textShare * 0.8,
        (inner.width / textWidth(text)) * 1.6,
      );
      return `<section style="font-size: ${fontSize.toFixed(1)}mm">${symbolSvg(drawing)}${escapeHtml(text)}</section>`;
    }),
  );
};

/** A page of key cards, each with its name, and its key in each symbology. */
export const cardsPage = (
  cards: readonly { name: string; drawings: readonly SymbolDrawing[] }[],
): string =>
  printedPage(
    "A4",
    "section { width: 180mm; margin: 5mm 15mm; padding: 5mm; border: 1px dashed; text-align: start; } svg { display: block; width: 170mm; height: 40mm; }",
    cards.map(({ name, drawings }) => {
      const symbols = drawings.map((drawing) => symbolSvg(drawing, "xMinYMin")).join("");
      return `<section><h1>${escapeHtml(name)}</h1>${symbols}</section>`;
    }),
  );
