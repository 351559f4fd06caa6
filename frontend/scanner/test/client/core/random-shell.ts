import type { CoreEffect, CoreEvent, EffectArguments } from "#scanner/client/core/events.ts";
import { canTakeBack, type EventMoment, entryById, isLost } from "#scanner/client/core/state.ts";
import type { Entry } from "#scanner/client/entry.ts";
import { answer, correction, give, hear, type Page, pass, save, scan, verdicts } from "./rig.ts";

type Change = CoreEvent | Partial<EventMoment> | undefined;
/** A possible next event. The number chooses a detail of it. */
type Option = (page: Page, detail: number) => Change;

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];
const pageRequests = ["hello", "wake", "renewed", "retry"] as const;
const entryMakers = [save, scan, correction] as const;
const possibleVerdicts = [
  verdicts.done,
  verdicts.refused(),
  verdicts.refused({ early: true }),
  verdicts.noAnswer,
  verdicts.busy,
  verdicts.tooMany,
  verdicts.fault,
  verdicts.unauthenticated,
  verdicts.forbidden,
] as const;

/**
 * A shell whose storage, service and other pages answer at any time. From the open requests it knows what can happen next. Its storage is
 * never full, but reading it may fail.
 */
export const randomShell = () => {
  const stored = new Map<string, Entry>();
  /** The results that are still to come, each of them once. */
  const open = new Set<Option>();
  const aborted = new Set<string>();
  let made = "storage";
  let count = 0;
  let maySend = false;
  let closed = false;

  const expectOnce = (option: Option) => {
    const own: Option = (page, detail) => {
      open.delete(own);
      return option(page, detail);
    };
    open.add(own);
  };
  const write = ([{ entry, made: madeBefore }, overwrites]: EffectArguments["update"]) => {
    const found = stored.get(entry.id);
    if (!found && !isLost({ made: madeBefore }, made)) return false;
    stored.set(entry.id, found && !overwrites ? found : entry);
    return true;
  };

  const performers: { [Type in keyof EffectArguments]?: (...args: EffectArguments[Type]) => void } =
    {
      load: (idsBefore) =>
        expectOnce((_, detail) => [
          "loaded",
          detail % 5 ? [...stored.values()] : undefined,
          idsBefore,
        ]),
      update: (...args) =>
        expectOnce(() => (write(args) ? ["updated", args[0].entry.id, made] : undefined)),
      abort: (id) => void aborted.add(id),
      forget: (id) => void stored.delete(id),
      end: (queued, { state }) => {
        const { id } = queued.entry;
        if (state !== "refused") return void stored.delete(id);
        write([queued, true]);
        expectOnce(() => {
          stored.delete(id);
          return ["understood", id];
        });
      },
      attempt: (queued, marked) => {
        const { id } = marked;
        const { asksTime } = queued.attempt ?? {};
        const end: Option = (_, detail) => {
          const isAborted = aborted.delete(id);
          const random = (detail % 10) / 10;
          const verdict =
            isAborted && detail % 2 ? verdicts.noAnswer : pick(possibleVerdicts, detail);
          return answer(id, verdict, { aborted: isAborted, random });
        };
        expectOnce(({ state }) => {
          if (!state.leads) return answer(id, undefined, { aborted: aborted.delete(id) });
          const isThere =
            asksTime || write([{ ...queued, entry: marked }, marked !== queued.entry]);
          if (!isThere) return ["missing", id];
          expectOnce(end);
          return ["sending", id, marked];
        });
      },
    };

  const takeBack: Option = ({ state }, detail) => {
    const id = pick(state.entries, detail)?.entry.id ?? "";
    const queued = entryById(state, id);
    if (!queued || !canTakeBack(state, queued)) return undefined;
    expectOnce((page, result) => {
      if (result % 5 === 0) return ["takingBack", id, false];
      const isFound = stored.delete(id) || (page.state.leads && isLost(queued, made));
      return isFound ? ["takenBack", id] : ["missing", id];
    });
    return ["takingBack", id, true];
  };
  const givenHere: Option = (page, detail) => {
    count += 1;
    const id = `own ${count}`;
    const entry = pick(entryMakers, detail)?.(id, `G${detail % 2}`);
    if (!entry || closed) return undefined;
    expectOnce(({ state }, result) => {
      const queued = entryById(state, id);
      if (!queued || result % 9 === 0) return ["missing", id];
      stored.set(id, queued.entry);
      return ["stored", id, made];
    });
    return give(entry)(page) as CoreEvent;
  };
  const givenElsewhere: Option = ({ moment: { now } }, detail) => {
    count += 1;
    // The other page may have another clock, and may not know the last scans.
    const order = now;
    const id = `other ${count}`;
    const entry = pick(entryMakers, detail)?.(id, `G${detail % 2}`, { order, queuedAt: now });
    if (!entry) return undefined;
    stored.set(id, entry);
    return hear(entry, "waiting");
  };
  const withdrawnElsewhere: Option = (_, detail) => {
    const entry = pick([...stored.values()], detail);
    if (!entry || entry.refusal) return undefined;
    stored.delete(entry.id);
    return hear(entry, "withdrawn");
  };

  /** Events that can happen at any time, of this page, another page or the device. */
  const always: readonly Option[] = [
    givenHere,
    givenHere,
    givenElsewhere,
    withdrawnElsewhere,
    takeBack,
    () => {
      maySend = !maySend && !closed;
      return ["locked", maySend];
    },
    ({ state }, detail) => {
      const request = pick(pageRequests, detail) ?? "wake";
      return ["requested", request, pick(state.entries, detail)?.entry.id];
    },
    (_, detail) => ["heard", [pick(pageRequests, detail) ?? "wake"]],
    (_, detail) => ["heard", ["state", "unanswered", detail]],
    (page, detail) => pass(detail % 40_000)(page),
    (_, detail) => ({ online: detail % 4 > 0 }),
    (_, detail) => ({ isKnown: detail % 3 > 0 }),
    ({ moment: { now } }, detail) => ({ now: now + (detail % 200_000) - 100_000 }),
    (_, detail) => ["timeLearnt", detail % 2 === 0],
    () => ["due"],
    (_, detail) => {
      if (detail % 4) return ["emptied"];
      stored.clear();
      made += "+";
      return { made };
    },
    (_, detail) => {
      closed ||= detail % 20 === 0;
      return closed ? ["closed"] : undefined;
    },
  ];

  return {
    perform: ([type, ...what]: CoreEffect): void => {
      (performers[type] as ((...what: unknown[]) => void) | undefined)?.(...what);
    },
    /** Chooses a possible event. Open results are more likely than new events. */
    next: (page: Page, choice: number, detail: number): Change =>
      pick([...always, ...open, ...open, ...open], choice)?.(page, detail),
  };
};
