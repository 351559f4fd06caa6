/** The fault of one request, from the service to its table or from a scanner to the service. */
export const faultKinds = {
  table: [
    // The write succeeds, and its sender waits in vain or loses its connection.
    "answerLost",
    "reset",
    "late",
    "conflict",
    "throttle",
    // Of several failed conditions, only the last is reported.
    "oneReason",
    "error",
    "errorAfter",
    // The function ends before or after the table has executed the request.
    "killed",
    "killedAfter",
    "frozen",
  ],
  network: ["dropped", "gone", "answerLost", "late", "twin", "throttled", "portal", "cut"],
} as const;
export type Place = keyof typeof faultKinds;

export type Fault = {
  readonly at: Place;
  readonly kind: (typeof faultKinds)[Place][number] | "none";
  /** Number of requests that it spares first. */
  readonly skip: number;
  readonly ms: number;
};

export const none: Fault = { at: "table", kind: "none", skip: 0, ms: 0 };

/** Faults that wait for a matching request. */
export const armoury = (count: (kind: string) => void) => {
  let armed: (Fault & { left: number })[] = [];
  return {
    arm: (fault: Fault) => void armed.push({ ...fault, left: fault.skip }),
    disarm: () => {
      armed = [];
    },
    take: (place: Place): Fault | undefined => {
      if (armed.length === 0) return undefined;
      const due = armed.find(({ at, left }) => at === place && left === 0);
      for (const one of armed) if (one.at === place && one !== due && one.left > 0) one.left -= 1;
      if (!due) return undefined;
      armed.splice(armed.indexOf(due), 1);
      count(`${place} ${due.kind}`);
      return due;
    },
  };
};
export type Armoury = ReturnType<typeof armoury>;
