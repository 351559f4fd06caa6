import type { PageWords } from "./page-words.ts";

/** The worker's words: those of its first script, and those that only parts on demand say. */
export const splitWorkerWords = ({
  check,
  countOn,
  device,
  found,
  fromLabel,
  headroom,
  holds,
  jobs,
  late,
  me,
  moreThanOrdered,
  onThisShelf,
  put,
  putOf,
  scans,
  ...first
}: PageWords["worker"]) => ({
  first,
  parts: {
    check,
    countOn,
    device,
    found,
    fromLabel,
    headroom,
    holds,
    jobs,
    late,
    me,
    moreThanOrdered,
    onThisShelf,
    put,
    putOf,
    scans,
  },
});
