import { v1 } from "#lib/routes.ts";
import { placeKey } from "#lib/store/keys.ts";
import { cursorAfter } from "#lib/store/overviews.ts";
import { type Cost, metered, quantile, type Sample } from "../bench/meter.ts";
import type { Bench } from "../bench/service.ts";
import { nameOf, type Step, stepsOn } from "../bench/steps.ts";
import type { Progress } from "../cli/output.ts";
import { fill, goodsOf, templates } from "./fill.ts";
import type { Figures, Kind, Point, Series } from "./judge.ts";
import {
  beyond,
  bulkLocation,
  freshIn,
  fromTo,
  growingBox,
  layout,
  lengthsTo,
  mainArea,
  type Options,
  spanAt,
  warmUp,
} from "./layout.ts";

type Call = {
  readonly operation?: string;
  readonly kind: Kind;
  readonly call: () => Promise<unknown>;
};

const callsOn =
  ({ site, prepared }: Bench) =>
  ({ id, route, detail, fields, refused }: Step, kind: Kind = v1[route].kind): Call => {
    const operation = id === undefined ? undefined : nameOf({ route, detail }, site);
    return { operation, kind, call: prepared(route, fields, refused) };
  };
type CallOf = ReturnType<typeof callsOn>;

/** The index key in the middle of the overview. */
const middleOf = (size: number, shards: { readonly write: number }): string => {
  const place = {
    zongpai: layout.zongpai(0),
    off_shelf: false,
    location: layout.middle(size),
    area: mainArea,
    at: 0,
  };
  return placeKey(place, shards).place_sk;
};

const pages = (callOf: CallOf, size: number, shards: { readonly write: number }): Call[] =>
  Object.entries({
    "first page": {},
    "middle page": { cursor: cursorAfter(middleOf(size, shards), {}) },
    "one area": { area: mainArea },
    "one location": { location: bulkLocation },
  }).map(([detail, fields]) =>
    callOf({ id: detail, route: "location-overview", detail, fields }, "page"),
  );

/** What is written to one box; it holds as many items afterwards as before. */
const boxSteps = (callOf: CallOf, box_no: string, zongpai: string): Call[] => [
  callOf({
    id: "save",
    route: "post-box",
    detail: "verified",
    fields: { box_no, zongpai, quantity: 5 },
  }),
  callOf({ id: "edit", route: "edit-box", fields: { box_no, zongpai, quantity: 6 } }),
  callOf({ id: "delete", route: "delete-box", fields: { box_no, zongpai } }),
];

const figuresOf = (operation: string, kind: Kind, samples: readonly Sample[]): Figures => {
  const of = (share: number, value: (sample: Sample) => number) =>
    quantile(samples.map(value), share);
  const most = (name: keyof Cost) => Math.max(...samples.map((sample) => sample[name]));
  const [p50, p99, own] = [
    of(0.5, ({ ms }) => ms),
    of(0.99, ({ ms }) => ms),
    of(0.5, ({ ms, waiting }) => ms - waiting),
  ];
  const [trips, writeTable, writeIndex] = [most("trips"), most("writeTable"), most("writeIndex")];
  return {
    operation,
    kind,
    p50,
    p99,
    own,
    cost: { trips, writeTable, writeIndex, read: most("read"), entries: most("entries") },
  };
};

/** Measures every operation along what grows: the table, then in the largest table a box and a history. */
export const measureGrowth = async (
  { sizes, longest, samples }: Options,
  bench: Bench,
  progress: Progress,
) => {
  const { site, table } = bench;
  const callOf = callsOn(bench);
  let n = 0;
  const next = () => freshIn(n++);
  const rowsOf = await templates(bench, n++);
  const lengths = lengthsTo(longest);
  const bar = progress("measuring", warmUp + samples * (sizes.length + 2 * lengths.length));
  const from = performance.now();

  /** Makes so many rounds of calls, one call after the other. */
  const rounds = async (
    count: number,
    callsIn: (round: number) => readonly Call[],
  ): Promise<Figures[]> => {
    const all = new Map<string, { kind: Kind; samples: Sample[] }>();
    for (let round = 0; round < count; round += 1) {
      for (const { operation, kind, call } of callsIn(round)) {
        const sample = await metered(call);
        if (operation === undefined) continue;
        const { samples } = all.get(operation) ?? { samples: [] as Sample[] };
        samples.push(sample);
        all.set(operation, { kind, samples });
      }
      bar.add();
    }
    return [...all].map(([operation, { kind, samples }]) => figuresOf(operation, kind, samples));
  };
  /** Measures at each length, for which `prepare` fills the table and says what is called in a round. */
  const along = async (
    name: string,
    unit: string,
    ats: readonly number[],
    prepare: (at: number, before: number) => Promise<(round: number) => readonly Call[]>,
  ): Promise<Series> => {
    const points: Point[] = [];
    for (const [index, at] of ats.entries())
      points.push({ at, figures: await rounds(samples, await prepare(at, ats[index - 1] ?? 0)) });
    return { name, unit, points };
  };

  let [items, filling] = [0, 0];
  await rounds(warmUp, () => stepsOn(next(), site).map((step) => callOf(step)));
  const growing = await along("The table grows", "goods", sizes, async (size, before) => {
    const started = performance.now();
    items += await fill(
      table,
      fromTo(before, size, (at) => rowsOf(goodsOf(at))),
    );
    filling += performance.now() - started;
    const span = spanAt(size, before);
    // Two of the table's goods a round, one from each part of the span: no goods twice, and no part of the table left out.
    const drawn = (at: number) =>
      layout.zongpai(span.from + Math.floor(((at + 0.5) * span.count) / (2 * samples)));
    return (round) => {
      const { goods, ...others } = next();
      const [one, , three, four] = goods as [string, string, string, string];
      const mixed = {
        ...others,
        goods: [one, drawn(2 * round), three, four, drawn(2 * round + 1)],
      };
      return [
        ...stepsOn(mixed, site).map((step) => callOf(step)),
        ...pages(callOf, size, site.location.shards),
      ];
    };
  });

  let inBox: number = beyond.inBox;
  const boxes = await along("One box grows", "items", lengths, async (length) => {
    const box_no = growingBox(length);
    await fill(
      table,
      fromTo(inBox, inBox + length, (at) => rowsOf({ ...goodsOf(at), box_no })),
    );
    inBox += length;
    const goods = (round: number) =>
      layout.zongpai(Math.floor(((round + 0.5) * (sizes.at(-1) ?? 0)) / samples));
    const info = (): Call => callOf({ id: "info", route: "get-box-info", fields: { box_no } });
    // The first keeps a copy of the ERP's row.
    await info().call();
    return (round) => [
      ...boxSteps(callOf, box_no, goods(round)),
      ...(round % 4 === 0 ? [info()] : []),
    ];
  });

  const histories = await along(
    "The history of goods grows",
    "operations",
    lengths,
    async (length) => {
      // Measuring lengthens a history by four: as many goods as it takes that none grows to more than about twice its length.
      const count = Math.min(samples, Math.ceil((samples * 4) / length));
      const numberOf = (round: number) =>
        beyond.withHistory + lengths.indexOf(length) * samples + (round % count);
      await fill(
        table,
        fromTo(0, count, (round) => rowsOf(goodsOf(numberOf(round)), length - 1)),
      );
      return (round) => {
        const zongpai = layout.zongpai(numberOf(round));
        const { boxes, locations } = next();
        return [
          callOf({
            id: "move",
            route: "post-trace-location",
            detail: "moved",
            fields: { zongpai, location: locations[0] },
          }),
          ...boxSteps(callOf, boxes[0] ?? "", zongpai),
          callOf({ id: "status", route: "get-attachment-status", fields: { zongpai } }),
          callOf({
            id: "overview",
            route: "location-overview",
            detail: "one zongpai",
            fields: { zongpai },
          }),
        ];
      };
    },
  );
  bar.end();
  const series: readonly Series[] = [growing, boxes, histories];
  return {
    series,
    fillRate: (items * 1_000) / filling,
    seconds: (performance.now() - from) / 1_000,
  };
};
