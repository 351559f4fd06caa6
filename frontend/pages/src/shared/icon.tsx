/** The paths of each icon in a 24 × 24 view box. `f:` fills a path, `m:` draws it in the background colour. */
const iconPaths = {
  recorded: ["f:M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z", "m:m6.5 12.4 3.9 3.9 7.1-8"],
  kept: ["M5 2h14M5 22h14M7 2v4c0 3 5 4 5 6s-5 3-5 6v4M17 2v4c0 3-5 4-5 6s5 3 5 6v4"],
  superseded: ["f:M12 .5 23.5 12 12 23.5.5 12z", "m:m7 8 4 4-4 4M13 8l4 4-4 4"],
  refused: ["f:M7.6 1.2h8.8l6.4 6.4v8.8l-6.4 6.4H7.6l-6.4-6.4V7.6z", "m:m8 8 8 8M16 8l-8 8"],
  "wrong-label": ["f:M12 1.2 23.6 22.2H.4z", "m:M12 9v5.6M12 18.2v.4"],
  shelf: ["M2.5 2v20M21.5 2v20M2.5 11h19M2.5 20h19", "f:M6 6h5v5H6zM13 15h5v5h-5z"],
  goods: ["M12 2 21 7v10l-9 5-9-5V7zM3 7l9 5 9-5M12 12v10"],
  box: ["M4 10v11h16V10M1.5 5.5 4 10h16l2.5-4.5M4 10l3.5-6h9L20 10"],
  attach: ["M8 8v8a4 4 0 0 0 8 0V7a5.5 5.5 0 0 0-11 0v9.5a7 7 0 0 0 14 0V8"],
  look: ["M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM15.2 15.2 22 22"],
  label: ["M2 5v14M6 5v14M9.5 5v14M14 5v14M17 5v14M22 5v14"],
  floor: ["M6 4h12v11H6zM2 18h20M6 18l-2.5 3.5M12 18l-2.5 3.5M18 18l-2.5 3.5"],
  type: ["M2 6h20v12H2zM6 10h.1M10 10h.1M14 10h.1M18 10h.1M7 14h10"],
  camera: ["M2 7h4.5L9 4h6l2.5 3H22v13H2zM12 9.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z"],
  light: ["M7 2h10v5l-3 4v11h-4V11L7 7z"],
  touch: [
    "M9 14V5.5a2 2 0 0 1 4 0V11l6 1.4a2.5 2.5 0 0 1 1.9 3L19.6 22H10l-5.4-6.5a1.8 1.8 0 0 1 2.6-2.4L9 15M5 6.5a6 6 0 0 1 12 0",
  ],
  undo: ["M8 4 3 9l5 5M3 9h11a6 6 0 0 1 0 12H9"],
  erase: ["M8 5h14v14H8l-6-7zM12 9.5l5 5M17 9.5l-5 5"],
  online: ["f:M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12z"],
  offline: ["M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM5.5 18.5l13-13"],
  unanswered: ["M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9.5 9.5A2.5 2.5 0 1 1 12 12.3v1.2M12 17v.1"],
  set: ["M4 9h16M4 15h16"],
  out: ["M4 12v9h16v-9M12 16V2M7.5 6.5 12 2l4.5 4.5"],
  move: ["M2 7v14h9V7M13 12h9M18.5 8.5 22 12l-3.5 3.5M2 7h9"],
  back: ["M10 4 2 12l8 8M2 12h20"],
  more: ["m9 5 7 7-7 7"],
  gone: ["M13 3H3v18h10M9 12h13M18 8l4 4-4 4"],
  person: [
    "M12 2.5a4.75 4.75 0 1 1 0 9.5 4.75 4.75 0 0 1 0-9.5zM2.5 22c0-5 4-7.5 9.5-7.5s9.5 2.5 9.5 7.5",
  ],
  tick: ["m3 12.5 6 6L21 6"],
  globe: [
    "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM2 12h20M12 2c-6 6-6 14 0 20M12 2c6 6 6 14 0 20",
  ],
  loud: ["M3 9v6h4l6 5V4L7 9zM16.5 8.5a5 5 0 0 1 0 7M19.5 5.5a9 9 0 0 1 0 13"],
  check: ["M8 4H4v18h16V4h-4M8 2h8v4H8zM8 14l3 3 5.5-6.5"],
  show: ["M3 3h7v7H3zM14 3h7v7h-7zM3 14h7v7H3zM14 14h3v3h-3zM21 14v7h-7"],
  held: ["M8 8a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM12.5 12.5H22V17M18 12.5V16"],
} as const;

export type IconName = keyof typeof iconPaths;

/** An icon. Screen readers skip it, because the word next to it says the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="i" viewBox="0 0 24 24" aria-hidden="true">
    {iconPaths[name].map((path) => (
      <path key={path} class={/^(\w):/.exec(path)?.[1]} d={path.replace(/^\w:/, "")} />
    ))}
  </svg>
);
