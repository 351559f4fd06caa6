/** Stands in a bundle for a part of a driver that we never ask for. */
export {};
