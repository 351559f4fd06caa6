/** How full something is; empty without a limit. An SVG, for the policy forbids styles in attributes. */
export const FillBar = ({ part, whole }: { part: number; whole: number | undefined }) => (
  <svg class="bar" aria-hidden="true">
    <rect
      width={`${whole === undefined ? 0 : Math.min(100, whole > 0 ? (100 * part) / whole : 100)}%`}
      height="100%"
    />
  </svg>
);
