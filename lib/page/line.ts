/**
 * A line of a page: a whole sentence with places, such as `{goods} on {shelf}`. Never glued from parts, for other languages have another
 * order of words.
 */
export type Line<_Places extends string = never> = string;
