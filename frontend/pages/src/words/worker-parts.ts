import type { PageWords } from "./page-words.ts";

/** The worker's words: those of its first script, and those that only parts on demand say. */
export const splitWorkerWords = ({
  check,
  device,
  found,
  headroom,
  late,
  me,
  ...first
}: PageWords["worker"]) => ({
  first,
  parts: { check, device, found, headroom, late, me },
});
