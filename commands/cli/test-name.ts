import type { TestCase } from "vitest/node";

/** The name of a test in a list: its file, then its titles. */
export const nameOfTest = ({ module, fullName }: TestCase): string =>
  `${module.relativeModuleId} > ${fullName}`;
