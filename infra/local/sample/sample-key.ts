const samplePrefix = "warehouse-sample-";

/** The key of an operation, by its place in the story. It stays the same from start to start. */
export const keyAt = (place: number | "end"): string =>
  `${samplePrefix}${String(place).padStart(3, "0")}`;

/** Whether a row with this sort key is an operation of the sample. */
export const isOfSample = (sortKey: string): boolean => sortKey.startsWith(`OP#k#${samplePrefix}`);
