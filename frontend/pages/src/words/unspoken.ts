/** Replaces the languages in a function's bundle, because only the pages show texts. */
export const en = {};
export const de = {};
export const zh = {};
