/**
 * What the service waits for, in milliseconds, in a bench and in every test that is not about waiting: ten times as long as deployed, so
 * that a busy machine changes no answer.
 */
export const patient = { budget: 45_000, attempt: 10_000, lookup: 10_000 };

export type Waits = typeof patient;

/** Milliseconds that a function has left of its own time-out when it is called. */
export const functionTimeout = 100_000;
