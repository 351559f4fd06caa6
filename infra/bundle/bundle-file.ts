/** The name of what is bundled, in a function's folder. */
export const bundleFile = "bundle.cjs";
/** The name of its code cache, beside it. */
export const cacheFile = "bundle.cache";
