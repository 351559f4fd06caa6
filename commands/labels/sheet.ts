import { escapeHtml } from "../../pages/build/page-shell.ts";
import type { SymbolDrawing } from "../../pages/shared/label-symbol.ts";

/** Paper by name: a roll has one label a page, a sheet of A4 three by eight; millimetres. */
export const labelSizes = {
  small: { width: 50, height: 25, paper: "50mm 25mm" },
  medium: { width: 100, height: 50, paper: "100mm 50mm" },
  large: { width: 100, height: 150, paper: "100mm 150mm" },
  sheet: { width: 70, height: 37, paper: "A4" },
} as const;
export type LabelSize = keyof typeof labelSizes;

/** The narrowest bar that a usual scanner reads, and that a printer of 203 dpi prints; millimetres. */
export const narrowestBarMm = 0.19;
/** Millimetres of a label that stay white on each side, and its part for the text. */
const [marginMm, textShare] = [2, 0.25];

/** Millimetres of a module. */
export const moduleMm = ({ width, height }: SymbolDrawing, size: LabelSize): number => {
  const paper = labelSizes[size];
  const high = (paper.height - 2 * marginMm) * (1 - textShare);
  return height === width
    ? Math.min(paper.width - 2 * marginMm, high) / width
    : (paper.width - 2 * marginMm) / width;
};

/** Bars fill their place, a square stands in it. */
const symbolSvg = ({ width, height, path }: SymbolDrawing, place = "xMidYMid") =>
  `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="${width === height ? place : "none"}"><path d="${path}"/></svg>`;

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

/** Labels of one size, the text below each. */
export const labelsPage = (
  labels: readonly { text: string; drawn: SymbolDrawing }[],
  size: LabelSize,
): string => {
  const { width, height, paper } = labelSizes[size];
  const inner = { width: width - 2 * marginMm, height: height - 2 * marginMm };
  return printedPage(
    paper,
    `section { width: ${width}mm; height: ${height}mm; padding: ${marginMm}mm; }
  svg { display: block; width: 100%; height: ${inner.height * (1 - textShare)}mm; }`,
    labels.map(({ text, drawn }) => {
      const high = Math.min(inner.height * textShare * 0.8, (inner.width / text.length) * 1.6);
      return `<section style="font-size: ${high.toFixed(1)}mm">${symbolSvg(drawn)}${escapeHtml(text)}</section>`;
    }),
  );
};

/** Key cards: the name, and the key as each of its codes. */
export const cardsPage = (
  cards: readonly { name: string; drawn: readonly SymbolDrawing[] }[],
): string =>
  printedPage(
    "A4",
    "section { width: 180mm; margin: 5mm 15mm; padding: 5mm; border: 1px dashed; text-align: start; } svg { display: block; width: 170mm; height: 40mm; }",
    cards.map(
      ({ name, drawn }) =>
        `<section><h1>${escapeHtml(name)}</h1>${drawn.map((one) => symbolSvg(one, "xMinYMin")).join("")}</section>`,
    ),
  );
