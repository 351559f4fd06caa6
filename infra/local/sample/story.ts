import type { Condition } from "#lib/errors.ts";
import type { RouteId } from "#lib/route-ids.ts";

/** The values of an operation: goods, boxes, shelves and categories by their number in a list, a quantity as a part of the ordered one. */
export type StoryValues = {
  readonly goods?: number;
  /** Goods that the ERP does not know. */
  readonly unknown?: true;
  readonly box?: number;
  readonly to?: number;
  readonly part?: number;
  /** An area, and a shelf in it. */
  readonly shelf?: readonly [area: number, shelf: number];
  /** Off the shelf, with a note where the site takes one. */
  readonly off?: string;
  readonly category?: number;
  readonly config?: readonly (readonly [category: number, part: number])[];
  /** A quantity that no cap allows. */
  readonly beyondCap?: true;
};

/** How long before the start, who, which endpoint, with which values, and with which condition it is refused. */
export type StoryLine = readonly [
  ago: string,
  who: string,
  id: RouteId,
  values: StoryValues,
  refused?: Condition,
];

const linesOfOrder = 4;
/** Each order has the box of the same number. */
export const orderOf = (goods: number): number => Math.floor(goods / linesOfOrder);

/** The lines of an order come in one after the other, two on a shelf. */
const linesOfArrival = (
  order: number,
  days: number,
  hour: number,
  who: string,
  area: number,
  shelf: number,
  lines = linesOfOrder,
): StoryLine[] =>
  Array.from({ length: lines }, (_, line) => [
    `${days}d ${hour}:${50 - 2 * line}`,
    who,
    "post-trace-location",
    { goods: order * linesOfOrder + line, shelf: [area, shelf + Math.floor(line / 2)] },
  ]);

const arrivalLines: readonly StoryLine[] = [
  // The last line of it comes today.
  ...linesOfArrival(0, 6, 6, "Mei", 0, 0, 3),
  ...linesOfArrival(1, 6, 5, "Mei", 0, 2),
  ...linesOfArrival(2, 6, 2, "Tomasz", 1, 0),
  ...linesOfArrival(3, 5, 6, "Mei", 1, 2),
  ...linesOfArrival(4, 5, 3, "Tomasz", 2, 0),
  ...linesOfArrival(5, 4, 6, "Mei", 2, 2),
  ...linesOfArrival(6, 4, 2, "Tomasz", 3, 0),
  ...linesOfArrival(7, 3, 6, "Jonas", 3, 2),
  ...linesOfArrival(8, 3, 2, "Mei", 4, 0),
  ...linesOfArrival(9, 2, 5, "Tomasz", 4, 2),
  ...linesOfArrival(10, 1, 4, "Mei", 0, 4),
  ...linesOfArrival(11, 0, 1, "Tomasz", 1, 4),
];

const configurationLines: readonly StoryLine[] = [
  [
    "6d 4:10",
    "Sofia",
    "put-attachment-config",
    {
      goods: 4,
      config: [
        [0, 1],
        [1, 1],
      ],
    },
  ],
  [
    "6d 4:05",
    "Sofia",
    "put-attachment-config",
    {
      goods: 0,
      config: [
        [0, 1],
        [1, 1],
        [2, 0.5],
      ],
    },
  ],
  [
    "5d 2:30",
    "Sofia",
    "put-attachment-config",
    {
      goods: 8,
      config: [
        [0, 1],
        [2, 1],
      ],
    },
  ],
  ["5d 2:28", "Sofia", "put-attachment-config", { goods: 9, config: [[1, 1]] }],
  ["4d 1:50", "Sofia", "put-attachment-config", { goods: 12, config: [[0, 1]] }],
  ["3d 5:10", "Sofia", "put-attachment-config", { goods: 20, config: [[0, 1]] }],
  [
    "2d 1:10",
    "Sofia",
    "put-attachment-config",
    {
      goods: 28,
      config: [
        [1, 1],
        [2, 0.5],
      ],
    },
  ],
  [
    "2d 1:05",
    "Sofia",
    "put-attachment-config",
    {
      goods: 36,
      config: [
        [0, 0.5],
        [1, 1],
      ],
    },
  ],
  [
    "1d 1:40",
    "Sofia",
    "put-attachment-config",
    {
      goods: 32,
      config: [
        [0, 1],
        [1, 0.5],
      ],
    },
  ],
  // More is wanted of it than at first.
  [
    "1d 1:10",
    "Sofia",
    "put-attachment-config",
    {
      goods: 36,
      config: [
        [0, 1],
        [1, 1],
      ],
    },
  ],
  ["0d 3:00", "Sofia", "put-attachment-config", { goods: 40, config: [[2, 1]] }],
];

const moveLines: readonly StoryLine[] = [
  ["5d 1:40", "Tomasz", "post-trace-location", { goods: 13, off: "at the packing table" }],
  ["5d 0:20", "Mei", "post-trace-location", { goods: 13, shelf: [1, 0] }],
  ["4d 0:50", "Jonas", "post-trace-location", { goods: 14, shelf: [2, 4] }],
  ["3d 0:30", "Tomasz", "post-trace-location", { goods: 26, off: "to be checked" }],
  ["2d 2:20", "Mei", "post-trace-location", { goods: 21, shelf: [4, 4] }],
  ["1d 1:00", "Mei", "post-trace-location", { goods: 19, off: "at the packing table" }],
  ["1d 0:30", "Tomasz", "post-trace-location", { goods: 25, shelf: [0, 5] }],
  ["0d 6:10", "Jonas", "post-trace-location", { goods: 30, off: "at the packing table" }],
  ["0d 2:05", "Aylin", "post-trace-location", { goods: 34, off: "at the packing table" }],
  ["0d 0:35", "Mei", "post-trace-location", { goods: 41, off: "on the lift" }],
];

/** Boxes that are full, and what left. */
const fullBoxLines: readonly StoryLine[] = [
  ["5d 5:40", "Jonas", "post-box", { box: 1, goods: 4, part: 1 }],
  ["5d 5:36", "Jonas", "post-box", { box: 1, goods: 5, part: 1 }],
  ["5d 5:33", "Jonas", "post-box", { box: 1, goods: 6, part: 1 }],
  ["5d 5:30", "Jonas", "post-box", { box: 1, goods: 7, part: 1 }],
  ["5d 5:24", "Jonas", "post-attachment-box", { box: 1, goods: 4, category: 0, part: 1 }],
  ["5d 5:22", "Jonas", "post-attachment-box", { box: 1, goods: 4, category: 1, part: 1 }],
  ["5d 5:10", "Jonas", "post-box-location", { box: 1, shelf: [0, 6] }],
  ["4d 5:20", "Mei", "post-attachment-location", { goods: 8, category: 0, shelf: [1, 7] }],
  ["4d 5:00", "Aylin", "post-box", { box: 2, goods: 8, part: 1 }],
  ["4d 4:56", "Aylin", "post-box", { box: 2, goods: 9, part: 1 }],
  ["4d 4:51", "Aylin", "post-attachment-box", { box: 2, goods: 8, category: 0, part: 1 }],
  ["4d 4:49", "Aylin", "post-attachment-box", { box: 2, goods: 9, category: 1, part: 1 }],
  ["4d 4:40", "Aylin", "post-box", { box: 2, goods: 10, part: 1 }],
  ["4d 4:30", "Aylin", "post-box", { box: 2, goods: 11, part: 1 }],
  ["4d 4:20", "Aylin", "post-attachment-box", { box: 2, goods: 8, category: 2, part: 0.5 }],
  ["4d 4:10", "Aylin", "post-box-location", { box: 2, shelf: [1, 6] }],
  ["3d 4:00", "Tomasz", "post-box-location", { box: 1, off: "on the truck" }],
  ["3d 3:58", "Tomasz", "clear-place", { goods: 4 }],
  ["3d 3:57", "Tomasz", "clear-place", { goods: 5 }],
  ["3d 3:56", "Tomasz", "clear-place", { goods: 6 }],
  ["3d 3:55", "Tomasz", "clear-place", { goods: 7 }],
  ["3d 3:54", "Tomasz", "clear-box", { box: 1 }],
  ["2d 2:50", "Jonas", "post-box", { box: 5, goods: 20, part: 1 }],
  ["2d 2:46", "Jonas", "post-attachment-box", { box: 5, goods: 20, category: 0, part: 1 }],
  ["2d 2:44", "Jonas", "post-box", { box: 5, goods: 21, part: 1 }],
  ["2d 2:40", "Jonas", "post-box", { box: 5, goods: 22, part: 1 }],
  ["2d 2:35", "Jonas", "post-box", { box: 5, goods: 23, part: 1 }],
  ["2d 2:30", "Jonas", "post-box-location", { box: 5, shelf: [2, 5] }],
];

/** Boxes that are begun. */
const begunBoxLines: readonly StoryLine[] = [
  ["5d 2:00", "Jonas", "post-box", { box: 0, goods: 0, part: 1 }],
  ["5d 1:56", "Jonas", "post-box", { box: 0, goods: 1, part: 1 }],
  ["5d 1:52", "Jonas", "post-box", { box: 0, goods: 2, part: 1 }],
  ["5d 1:45", "Jonas", "post-attachment-box", { box: 0, goods: 0, category: 0, part: 1 }],
  ["5d 1:43", "Jonas", "post-attachment-box", { box: 0, goods: 0, category: 1, part: 0.5 }],
  ["5d 1:30", "Jonas", "post-box-location", { box: 0, shelf: [0, 6] }],
  ["4d 1:20", "Mei", "post-attachment-location", { goods: 0, category: 2, shelf: [0, 7] }],
  ["3d 5:30", "Jonas", "post-box", { box: 3, goods: 12, part: 1 }],
  ["3d 5:25", "Jonas", "post-box", { box: 3, goods: 13, part: 0.5 }],
  ["3d 4:20", "Aylin", "edit-box", { box: 3, goods: 13, part: 0.75 }],
  ["3d 1:40", "Aylin", "post-box", { box: 4, goods: 16, part: 0.5 }],
  ["3d 1:36", "Aylin", "post-box", { box: 4, goods: 17, part: 0.5 }],
  ["3d 1:33", "Aylin", "post-box", { box: 4, goods: 18, part: 0.5 }],
  ["2d 4:50", "Jonas", "post-box", { box: 3, goods: 14, part: 1 }],
  ["2d 4:30", "Jonas", "post-box-location", { box: 3, shelf: [1, 6] }],
  // It was the wrong box.
  ["2d 4:10", "Jonas", "delete-box", { box: 4, goods: 18 }],
  ["2d 4:05", "Jonas", "post-box", { box: 12, goods: 18, part: 0.5 }],
  ["2d 4:00", "Jonas", "move-item", { box: 4, to: 12, goods: 17, part: 0.5 }],
  ["1d 5:30", "Aylin", "post-box", { box: 6, goods: 24, part: 0.25 }],
  ["1d 5:26", "Aylin", "post-box", { box: 6, goods: 25, part: 0.5 }],
  ["1d 3:00", "Jonas", "post-box", { box: 7, goods: 28, part: 1 }],
  ["1d 2:55", "Jonas", "post-attachment-box", { box: 7, goods: 28, category: 1, part: 0.5 }],
  ["0d 5:30", "Aylin", "post-box", { box: 8, goods: 32, part: 0.5 }],
  ["0d 5:26", "Aylin", "post-box", { box: 8, goods: 33, part: 1 }],
  ["0d 5:20", "Aylin", "post-attachment-box", { box: 8, goods: 32, category: 0, part: 0.5 }],
  ["0d 5:05", "Aylin", "post-box-location", { box: 8, shelf: [4, 5] }],
  [
    "0d 2:50",
    "Tomasz",
    "post-attachment-location",
    { goods: 28, category: 2, off: "ordered again" },
  ],
  ["0d 2:30", "Tomasz", "post-attachment-location", { goods: 36, category: 1, shelf: [4, 6] }],
  ["0d 2:20", "Jonas", "post-box", { box: 9, goods: 36, part: 0.5 }],
  ["0d 0:50", "Jonas", "post-box-location", { box: 5, off: "at the gate" }],
];

/** Of today, as the list of refusals has them. */
const refusedLines: readonly StoryLine[] = [
  ["0d 6:40", "Tomasz", "post-box", { box: 8, unknown: true, part: 1 }, "zongpaiNotFound"],
  ["0d 6:39", "Tomasz", "post-box", { box: 8, unknown: true, part: 1 }, "zongpaiNotFound"],
  ["0d 5:12", "Aylin", "post-box", { box: 8, goods: 33, part: 1 }, "duplicateBoxItem"],
  [
    "0d 4:10",
    "Jonas",
    "post-attachment-box",
    { box: 13, goods: 28, category: 1, beyondCap: true },
    "capExceeded",
  ],
  ["0d 3:20", "Aylin", "edit-box", { box: 6, goods: 27, part: 0.5 }, "itemNotFound"],
  [
    "0d 2:10",
    "Jonas",
    "post-attachment-box",
    { box: 9, goods: 37, category: 0, part: 0.5 },
    "categoryNotConfigured",
  ],
  ["0d 1:20", "Sofia", "put-attachment-config", { goods: 0, config: [] }, "removalRefused"],
  ["0d 0:25", "Mei", "move-item", { box: 5, to: 13, goods: 20, part: 2 }, "movedBeyondBoxed"],
];

/** The rows of the first and the last operation tell whether the sample is begun and whole: the last one is the only one on its goods. */
export const storyLines: readonly StoryLine[] = [
  ...arrivalLines,
  ...configurationLines,
  ...moveLines,
  ...fullBoxLines,
  ...begunBoxLines,
  ...refusedLines,
  ["0d 0:04", "Mei", "post-trace-location", { goods: 3, shelf: [0, 1] }],
];
