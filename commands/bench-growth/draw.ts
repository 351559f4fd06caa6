/** Draws that a seed repeats, from 0 up to 1 (mulberry32). */
export const drawing = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A value for each number from `from` up to `to`, made when it is asked for. */
export function* fromTo<Value>(from: number, to: number, value: (n: number) => Value): Generator<Value> {
  for (let n = from; n < to; n += 1) yield value(n);
}
