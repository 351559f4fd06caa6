import { escaped } from "../../pages/build/shell.ts";
import type { Drawn } from "../../pages/shared/symbol.ts";

/** Paper by name: a roll has one label a page, a sheet of A4 three by eight; millimetres. */
export const sizes = {
  small: { width: 50, height: 25, paper: "50mm 25mm" },
  medium: { width: 100, height: 50, paper: "100mm 50mm" },
  large: { width: 100, height: 150, paper: "100mm 150mm" },
  sheet: { width: 70, height: 37, paper: "A4" },
} as const;
export type Size = keyof typeof sizes;

/** The narrowest bar that a usual scanner reads, and that a printer of 203 dpi prints; millimetres. */
export const narrowest = 0.19;
/** Millimetres of a label that stay white on each side, and its part for the text. */
const [edge, forText] = [2, 0.25];

/** Millimetres of a module. */
export const moduleOf = ({ width, height }: Drawn, size: Size): number => {
  const paper = sizes[size];
  const high = (paper.height - 2 * edge) * (1 - forText);
  return height === width
    ? Math.min(paper.width - 2 * edge, high) / width
    : (paper.width - 2 * edge) / width;
};

/** Bars fill their place, a square stands in it. */
const svg = ({ width, height, path }: Drawn, place = "xMidYMid") =>
  `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="${width === height ? place : "none"}"><path d="${path}"/></svg>`;

const page = (paper: string, style: string, sections: readonly string[]) => `<!doctype html>
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
  labels: readonly { text: string; drawn: Drawn }[],
  size: Size,
): string => {
  const { width, height, paper } = sizes[size];
  const inner = { width: width - 2 * edge, height: height - 2 * edge };
  return page(
    paper,
    `section { width: ${width}mm; height: ${height}mm; padding: ${edge}mm; }
  svg { display: block; width: 100%; height: ${inner.height * (1 - forText)}mm; }`,
    labels.map(({ text, drawn }) => {
      const high = Math.min(inner.height * forText * 0.8, (inner.width / text.length) * 1.6);
      return `<section style="font-size: ${high.toFixed(1)}mm">${svg(drawn)}${escaped(text)}</section>`;
    }),
  );
};

/** Key cards: the name, and the key as each of its codes. */
export const cardsPage = (cards: readonly { name: string; drawn: readonly Drawn[] }[]): string =>
  page(
    "A4",
    "section { width: 180mm; margin: 5mm 15mm; padding: 5mm; border: 1px dashed; text-align: start; } svg { display: block; width: 170mm; height: 40mm; }",
    cards.map(
      ({ name, drawn }) =>
        `<section><h1>${escaped(name)}</h1>${drawn.map((one) => svg(one, "xMinYMin")).join("")}</section>`,
    ),
  );
