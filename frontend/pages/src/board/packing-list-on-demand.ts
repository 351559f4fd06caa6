/** Loaded at the first touch, so that the board's first script stays small. */
export { printPackingLists } from "./packing-list.tsx";
