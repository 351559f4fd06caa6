type Path = readonly PropertyKey[];

/** What a rule finds where an answer has a fault of its own, so that it does not judge it a second time. */
const unsound: PropertyDescriptor = {
  enumerable: true,
  get: () => {
    throw new Error("this answer has a fault of its own");
  },
};

/** A copy of a profile in which nobody can read the answer at this path; what is not asked is left out. */
export const soundPart = (part: unknown, [name, ...rest]: Path, asked: boolean): unknown => {
  if (typeof part !== "object" || part === null || name === undefined) return part;
  const { [name]: own, ...others } = Object.getOwnPropertyDescriptors(part) as Record<
    PropertyKey,
    PropertyDescriptor
  >;
  const inner = rest.length > 0 ? { ...own, value: soundPart(own?.value, rest, asked) } : unsound;
  const known = rest.length > 0 && own?.value === undefined ? unsound : inner;
  return Object.defineProperties(
    Array.isArray(part) ? [] : {},
    rest.length > 0 || asked ? { ...others, [name]: known } : others,
  );
};
