const percentOf = (part: number, whole: number | undefined) => {
  if (whole === undefined) return 0;
  return whole > 0 ? Math.min(100, (100 * part) / whole) : 100;
};

/** A bar for a part of a whole; empty if the whole is unknown. It is an SVG, because the content security policy forbids inline styles. */
export const FillBar = ({ part, whole }: { part: number; whole: number | undefined }) => (
  <svg class="bar" aria-hidden="true">
    <rect width={`${percentOf(part, whole)}%`} height="100%" />
  </svg>
);
