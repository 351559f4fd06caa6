/** The name of the bundle in a function's folder. */
export const bundleFile = "bundle.cjs";
/** The name of its code cache, beside it. */
export const cacheFile = "bundle.cache";
