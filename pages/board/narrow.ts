const narrow = matchMedia("(max-width: 60rem)");

/** Whether there is one column only. The panes are then in another order, also for the Tab key. */
export const isNarrow = (): boolean => narrow.matches;

export const onWidthChange = (run: () => void): void => narrow.addEventListener("change", run);
