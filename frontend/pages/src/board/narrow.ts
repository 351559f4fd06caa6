const narrow = matchMedia("(max-width: 60rem)");

/**
 * Whether the page has a single column. The panes then have another order, also for the Tab key.
 */
export const isNarrow = (): boolean => narrow.matches;

export const onWidthChange = (run: () => void): void => narrow.addEventListener("change", run);
