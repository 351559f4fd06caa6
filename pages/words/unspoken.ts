/** Replaces the languages in a function's bundle: only the pages speak. */
export const en = {};
export const de = {};
export const zh = {};
