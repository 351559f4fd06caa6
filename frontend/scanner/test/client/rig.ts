import { clientSettings } from "#lib/page/client-settings.ts";
import type { RouteRequests } from "#lib/page/requests.ts";
import {
  type ClientOptions,
  createClient,
  type Misread,
  type Ticket,
} from "#scanner/client/client.ts";
import type { Entry, Outcome, Refusal } from "#scanner/client/entry.ts";
import type { EntryStatus, QueueState } from "#scanner/client/queue-status.ts";
import { memoryStorage, type QueueStorage } from "#scanner/client/storage.ts";
import type { Surroundings } from "#scanner/client/surroundings.ts";
import demo from "../../../../sites/demo.ts";
import { virtualWorld } from "../../../../test/support/virtual-world.ts";
import { type Fault, type ModelOptions, modelService } from "./model-service.ts";

export const settings = clientSettings(demo);

type Setup = {
  readonly faults?: readonly (Fault | undefined)[];
  readonly storage?: QueueStorage;
  readonly lock?: Surroundings["lock"];
  readonly random?: () => number;
  readonly options?: Partial<typeof settings>;
  readonly instead?: ModelOptions["instead"];
};

/** A client of demo in a virtual world, with a model of the service that has faults. Collects the arguments of its callbacks. */
export const start = ({
  faults = [],
  storage = memoryStorage(),
  lock,
  random = () => 0.5,
  options = {},
  instead,
}: Setup = {}) => {
  let at = 0;
  const clock = virtualWorld((url, init) => service.respond(url, init), random);
  const service = modelService(() => faults[at++], clock.sleep, { now: clock.trueTime, instead });
  const done: string[] = [];
  const superseded: string[] = [];
  const refused: (readonly [Entry, Refusal])[] = [];
  const states: QueueState[] = [];
  const changes: EntryStatus[] = [];
  const open = (more: Partial<ClientOptions> = {}) =>
    createClient<RouteRequests>({
      baseUrl: "https://service.example",
      settings: { ...settings, ...options },
      storage,
      world: { ...clock.world, ...(lock && { lock }) },
      onDone: ({ id }, { state }) => (state === "done" ? done : superseded).push(id),
      onRefused: (entry, refusal) => refused.push([entry, refusal]),
      onState: (state) => states.push(state),
      onChange: (status) => changes.push(status),
      ...more,
    });
  return {
    clock,
    service,
    storage,
    done,
    superseded,
    refused,
    states,
    changes,
    open,
    /** Opened on first use. */
    get client() {
      return open();
    },
  };
};

export type Rig = ReturnType<typeof start>;

/** How a write ended. */
export const outcomeOf = <A>(ticket: Ticket<A> | Misread): Promise<Outcome<A>> => {
  if (ticket.state === "misread") throw new Error(ticket.message);
  return ticket.outcome;
};

export const box = (goods: number, quantity = 1, no = 1) => ({
  box_no: `BX${no}`,
  zongpai: `PO${goods}`,
  quantity,
});
