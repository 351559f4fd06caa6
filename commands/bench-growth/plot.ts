/** One curve; its points are [x, y], both above 0. */
export type Curve = {
  readonly name: string;
  readonly colour: string;
  readonly dashed?: boolean;
  readonly points: readonly (readonly [number, number])[];
};
/** The x axis is logarithmic, and with `steep` the y axis, too; else it begins at 0. */
export type Panel = {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly steep?: boolean;
  readonly curves: readonly Curve[];
};

const width = 620;
const height = 360;
const plot = { left: 56, right: 400, top: 44, bottom: 310 };
const lineHeight = 14;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const text = (x: number, y: number, words: string, extra = "") =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${extra}>${escaped(words)}</text>`;

type Scale = { readonly place: (value: number) => number; readonly ticks: readonly number[] };

/** A logarithmic scale over whole powers of ten around the values, or up to the last value where `tight`. */
const logScale = (values: readonly number[], from: number, to: number, tight: boolean): Scale => {
  const least = Math.floor(Math.log10(Math.min(...values)));
  const most = Math.max(...values);
  const end = tight ? Math.log10(most) : Math.max(least + 1, Math.ceil(Math.log10(most)));
  const powers = Array.from({ length: Math.floor(end) - least + 1 }, (_, at) => 10 ** (least + at));
  return {
    place: (value) => from + ((Math.log10(value) - least) / (end - least || 1)) * (to - from),
    ticks: tight ? [...new Set([...powers, most])] : powers,
  };
};

/** A scale from 0, with at most six steps of 1, 2 or 5 times a power of ten. */
const linearScale = (values: readonly number[], from: number, to: number): Scale => {
  const most = Math.max(...values);
  const power = 10 ** Math.floor(Math.log10(most / 6));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => most / size <= 6) ?? most;
  const steps = Math.ceil(most / step);
  return {
    place: (value) => from + (value / (steps * step)) * (to - from),
    ticks: Array.from({ length: steps + 1 }, (_, at) => at * step),
  };
};

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });

/** Labels at the ends of the curves, moved apart where they would lie on each other. */
const spread = <Label extends { readonly y: number }>(labels: readonly Label[]): Label[] => {
  const sorted = labels.toSorted((one, other) => one.y - other.y);
  const placed: Label[] = [];
  for (const label of sorted) placed.push({ ...label, y: Math.max(label.y, (placed.at(-1)?.y ?? Number.NEGATIVE_INFINITY) + lineHeight) });
  const over = Math.max(0, (placed.at(-1)?.y ?? 0) - plot.bottom);
  return placed.map((label) => ({ ...label, y: label.y - over }));
};

const axes = (panel: Panel, x: Scale, y: Scale): string[] => [
  ...x.ticks.map((tick) => {
    const at = x.place(tick);
    return `<path class="grid" d="M${at.toFixed(1)} ${plot.top}V${plot.bottom}"/>${text(at, plot.bottom + 16, compact.format(tick), ' text-anchor="middle"')}`;
  }),
  ...y.ticks.map((tick) => {
    const at = y.place(tick);
    return `<path class="grid" d="M${plot.left} ${at.toFixed(1)}H${plot.right}"/>${text(plot.left - 6, at + 4, compact.format(tick), ' text-anchor="end"')}`;
  }),
  text((plot.left + plot.right) / 2, plot.bottom + 36, panel.x, ' text-anchor="middle"'),
  text(16, (plot.top + plot.bottom) / 2, panel.y, ` text-anchor="middle" transform="rotate(-90 16 ${(plot.top + plot.bottom) / 2})"`),
  text(plot.left, 24, panel.title, ' class="title"'),
];

const drawn = ({ points, colour, dashed }: Curve, x: Scale, y: Scale): string => {
  const places = points.map(([across, up]) => `${x.place(across).toFixed(1)},${y.place(up).toFixed(1)}`);
  const dots = places.map((place) => `<circle cx="${place.split(",")[0]}" cy="${place.split(",")[1]}" r="2.5" fill="${colour}"/>`);
  return `<polyline points="${places.join(" ")}" stroke="${colour}"${dashed ? ' stroke-dasharray="5 4"' : ""}/>${dots.join("")}`;
};

const panelAt = (panel: Panel, at: number, beside: number): string => {
  const points = panel.curves.flatMap((curve) => curve.points);
  const [across, up] = [points.map(([value]) => value), points.map(([, value]) => value)];
  const x = logScale(across, plot.left, plot.right, true);
  const y = panel.steep ? logScale(up, plot.bottom, plot.top, false) : linearScale(up, plot.bottom, plot.top);
  const ends = panel.curves.map((curve) => ({ ...curve, y: y.place(curve.points.at(-1)?.[1] ?? 1) + 4 }));
  const labels = spread(ends).map((label) => text(plot.right + 10, label.y, label.name, ` style="fill:${label.colour}"`));
  return `<g transform="translate(${(at % beside) * width} ${Math.floor(at / beside) * height})">${[...axes(panel, x, y), ...panel.curves.map((curve) => drawn(curve, x, y)), ...labels].join("\n")}</g>`;
};

const style =
  "text{font:12px system-ui,sans-serif;fill:#333}.title{font-weight:600;font-size:14px}.grid{stroke:#ddd}polyline{fill:none;stroke-width:2}";

/** Line plots, two beside each other, as one SVG file that needs nothing else; curves are named at their ends. */
export const plotOf = (panels: readonly Panel[], description: string): string => {
  const across = Math.min(2, panels.length);
  const [w, h] = [across * width, Math.ceil(panels.length / across) * height];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${escaped(description)}">`,
    `<style>${style}</style>`,
    `<rect width="${w}" height="${h}" fill="#fff"/>`,
    ...panels.map((panel, at) => panelAt(panel, at, across)),
    "</svg>\n",
  ].join("\n");
};
