import * as z from "zod/mini";

/**
 * Replaces `zod` in a bundle: the same schemas and checks, but without the methods that bring in every format and JSON Schema (66 kB less).
 * The methods that this project calls are added here, each as in zod itself. If one is missing, the bundle fails when it is loaded; a test
 * loads all of them.
 */
export * from "zod/mini";

// Loose types are enough here: the code is checked against zod's own types.
type Schema = z.ZodMiniType & { check: (...checks: unknown[]) => Schema };
type Params = never;

Object.assign(z.ZodMiniType.prototype, {
  optional(this: Schema) {
    return z.optional(this);
  },
  refine(this: Schema, rule: (value: unknown) => unknown, params: Params) {
    return this.check(z.refine(rule, params));
  },
  transform(this: Schema, change: (value: unknown) => unknown) {
    return z.pipe(this, z.transform(change));
  },
  pipe(this: Schema, next: Schema) {
    return z.pipe(this, next);
  },
});

Object.assign(z.ZodMiniString.prototype, {
  min(this: Schema, length: number, params: Params) {
    return this.check(z.minLength(length, params));
  },
  max(this: Schema, length: number, params: Params) {
    return this.check(z.maxLength(length, params));
  },
  regex(this: Schema, pattern: RegExp, params: Params) {
    return this.check(z.regex(pattern, params));
  },
  trim(this: Schema) {
    return this.check(z.trim());
  },
});

Object.assign(z.ZodMiniNumber.prototype, {
  min(this: Schema, least: number, params: Params) {
    return this.check(z.gte(least, params));
  },
  max(this: Schema, most: number, params: Params) {
    return this.check(z.lte(most, params));
  },
});

Object.assign(z.ZodMiniArray.prototype, {
  max(this: Schema, length: number, params: Params) {
    return this.check(z.maxLength(length, params));
  },
});

Object.assign(z.ZodMiniObject.prototype, {
  extend(this: z.ZodMiniObject, shape: z.core.$ZodLooseShape) {
    return z.extend(this, shape);
  },
});
