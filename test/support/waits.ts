/**
 * The service's time-outs, in milliseconds, in benches and in tests that are not about waiting. They are ten times the deployed ones, so
 * that a busy machine changes no answer.
 */
export const patient = { budget: 45_000, attempt: 10_000, lookup: 10_000 };

export type Waits = typeof patient;

/** Milliseconds of its time-out that a function has left when it is called. */
export const functionTimeout = 100_000;
