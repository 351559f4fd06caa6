import type { Figures } from "./figures.ts";
import type { Series } from "./judge.ts";
import type { Curve, Panel } from "./plot.ts";

/** Colours that people who see colours differently tell apart (Okabe and Ito), dark enough for text. */
const colours = { blue: "#0072b2", orange: "#b35900", green: "#00795a", red: "#c0392b", purple: "#8e4585", grey: "#555" } as const;

type Chosen = readonly (readonly [operation: string, name: string, colour: keyof typeof colours])[];

const curves = ({ points }: Series, chosen: Chosen, value: (figures: Figures) => number): Curve[] =>
  chosen.map(([operation, name, colour]) => ({
    name,
    colour: colours[colour],
    dashed: operation.startsWith("engine"),
    points: points.flatMap(({ at, figures }) =>
      figures.filter((one) => one.operation === operation).map((one): [number, number] => [at, value(one)]),
    ),
  }));

const ofTable: Chosen = [
  ["GET /trace/overview, first page", "overview, first page", "purple"],
  ["GET /trace/overview, middle page", "overview, middle page", "red"],
  ["POST /box, verified", "save into a box", "blue"],
  ["POST /trace/location, moved", "register a location", "orange"],
  ["GET /box/info", "box info", "green"],
  ["engine alone: TransactWriteItems, 3 puts", "engine alone: 3 puts", "grey"],
];
const ofUnits: Chosen = [
  ["POST /box, verified", "save into a box", "blue"],
  ["POST /trace/location, moved", "register a location", "orange"],
  ["PUT /attachment/config", "configure attachments", "green"],
  ["GET /trace/overview, first page", "overview, first page", "purple"],
];
const ofBox: Chosen = [
  ["GET /box/info", "box info: shows all", "green"],
  ["POST /box, verified", "save", "blue"],
  ["PATCH /box", "edit", "orange"],
  ["DELETE /box", "delete", "red"],
];
const ofHistory: Chosen = [
  ["POST /box, verified", "save into a box", "blue"],
  ["PATCH /box", "edit", "orange"],
  ["POST /trace/location, moved", "register a location", "red"],
  ["GET /trace/overview, one zongpai", "overview of the goods", "purple"],
  ["GET /attachment/status", "attachment status", "green"],
];

const p50 = ({ p50 }: Figures) => p50;
const units = ({ cost }: Figures) => cost.writeTable + cost.writeIndex + cost.read;

/** What docs/growth.svg shows. */
export const panelsOf = ({ table, box, history }: { table: Series; box: Series; history: Series }): Panel[] => [
  { title: "Latency as the table grows", x: "goods in the table", y: "p50, ms", curves: curves(table, ofTable, p50) },
  { title: "Consumed units as the table grows", x: "goods in the table", y: "units of one call", curves: curves(table, ofUnits, units) },
  { title: "Latency as one box grows", x: "items in the box", y: "p50, ms", steep: true, curves: curves(box, ofBox, p50) },
  { title: "Latency as a history grows", x: "operations on the goods", y: "p50, ms", curves: curves(history, ofHistory, p50) },
];
