/** Replaces the languages in the bundle of a function, because only the pages show texts. */
export const en = {};
export const de = {};
export const zh = {};
