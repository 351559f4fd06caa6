/** The key of an operation, by its place in the story. It stays the same from start to start. */
export const keyAt = (place: number | "end"): string =>
  `warehouse-sample-${String(place).padStart(3, "0")}`;
