import { createHistogram } from "node:perf_hooks";
import type { Answer } from "./client.ts";

/** The figures of one step of a replay. `sent` = `accepted` + `replayed` + all `refused`; times in milliseconds; rate per second. */
export type Figures = {
  readonly step: string;
  readonly sent: number;
  readonly accepted: number;
  readonly replayed: number;
  readonly refused: Readonly<Record<string, number>>;
  /** Attempts after the first, of requests that met 429, 503, 504 or silence. */
  readonly retried: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly rate: number;
};

export type Tally = { readonly count: (answer: Answer) => void; readonly figures: (elapsedMs: number) => Figures };

/** What a refusal calls itself; an answer that is none of ours is told by its status. */
export const codeOf = ({ status, body }: Answer): string => {
  try {
    const { error_code: code } = JSON.parse(body) as { error_code?: unknown };
    if (typeof code === "string") return code;
  } catch {
    // Told by its status below.
  }
  return `status ${status}`;
};

/** Counts the answers of one step. */
export const tallyOf = (step: string): Tally => {
  const latency = createHistogram();
  const refused = new Map<string, number>();
  let sent = 0;
  let accepted = 0;
  let replayed = 0;
  let retried = 0;
  // The histogram keeps whole numbers from 1 up: microseconds.
  const percentile = (share: number) => (sent === 0 ? 0 : latency.percentile(share) / 1_000);
  return {
    count: (answer) => {
      sent += 1;
      retried += answer.retries;
      latency.record(Math.max(1, Math.round(answer.ms * 1_000)));
      if (answer.status < 200 || answer.status > 299) refused.set(codeOf(answer), (refused.get(codeOf(answer)) ?? 0) + 1);
      else if (answer.replayed) replayed += 1;
      else accepted += 1;
    },
    figures: (elapsedMs) => ({
      step,
      sent,
      accepted,
      replayed,
      refused: Object.fromEntries(refused),
      retried,
      p50: percentile(50),
      p95: percentile(95),
      p99: percentile(99),
      rate: elapsedMs > 0 ? (sent * 1_000) / elapsedMs : 0,
    }),
  };
};
