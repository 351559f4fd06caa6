/** Replaces in a bundle a part of a driver that we never use. */
export {};
