import { setTimeout as sleep } from "node:timers/promises";
import { fitsFormat } from "#labels/fits-format.ts";
import { scannedPlaceOf } from "#lib/domain/location.ts";
import type { ConditionOf } from "#lib/errors.ts";
import type { RouteId } from "#lib/route-ids.ts";
import type { Site } from "#lib/site/schema.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { FieldValues } from "../contract/request.ts";
import { NotKnown, type PromiseCheck } from "./check.ts";
import type { ExpectedCaller } from "./credentials.ts";
import type { GoodsAndBox } from "./goods-and-box.ts";
import { type GoodsState, goodsStateOf } from "./goods-state.ts";

/** The maximum number of history reads, because its index may lag. */
const historyReads = 20;
const historyPauseMs = 250;

/** Refusals of goods and a box that were named wrongly, or that the ERP no longer has. */
const refusalsOfData = ["zongpaiNotFound", "boxNotFound", "boxedBeyondOrdered"] as const;

/** The routes that the check writes to, if the site serves them. */
export const scanRoutes = ({ routes }: ServiceContract): RouteId[] =>
  (["post-trace-location", "clear-place", "post-box", "edit-box", "delete-box"] as const).filter(
    (id) => routes.has(id),
  );

/** Twice the smallest quantity that a site accepts, and the smallest. */
const amountsOf = ({ formats: { quantity } }: Site): readonly [number, number] => {
  const { least, most, decimals } = quantity;
  return [Math.min(most, Number((2 * least).toFixed(decimals))), least];
};

const isAcceptedShelf = (shelf: string, site: Site): boolean => {
  try {
    scannedPlaceOf({ location: shelf }, site);
    return fitsFormat(site.formats.location, shelf);
  } catch {
    return false;
  }
};

type ScanSettings = {
  readonly pair: GoodsAndBox;
  readonly caller: ExpectedCaller;
  readonly signal?: AbortSignal | undefined;
  /** The instants of the recorded writes. The check adds its own. */
  readonly recorded: unknown[];
};

/**
 * Places goods, saves them into a box, sends the save again with the same key, corrects it and takes the goods out. In all cases, it then
 * restores box and place, or says what it could not restore. It leaves out writes that it could not undo on this site.
 */
export const scanCheck = (
  contract: ServiceContract,
  { pair, caller, signal, recorded }: ScanSettings,
): PromiseCheck => {
  const { site, routes, call, isError } = contract;
  const { readState, requireState, readHistory } = goodsStateOf(contract, pair);
  const { goods: zongpai, box: box_no } = pair;
  const item = { box_no, zongpai };
  const is = (condition: ConditionOf<"product">, answer: Parameters<typeof isError>[1]) =>
    isError({ group: "product", condition }, answer);

  /** Sends a write. `done` is the refusal of a write without a key that an earlier attempt recorded. */
  const write = async (
    id: RouteId,
    fields: FieldValues,
    { done, key }: { readonly done?: ConditionOf<"product">; readonly key?: string } = {},
  ) => {
    const answer = await call(id, fields, key === undefined ? {} : { key });
    if (refusalsOfData.some((condition) => is(condition, answer)))
      throw new NotKnown(`${zongpai} in ${box_no} cannot be tried; the answer was ${answer.text}`);
    if (done && is(done, answer)) return answer;
    assertPromise(answer.status < 300, `${id} succeeds`, answer);
    recorded.push(answer.body.recorded_at ?? answer.body.registered_at);
    return answer;
  };

  const whyNotPlaced = ({ shelf, isOffShelf }: GoodsState): string | undefined => {
    if (isOffShelf) return `${zongpai} is off the shelf`;
    if (shelf === undefined)
      return routes.has("clear-place") ? undefined : "the site has no route to clear a place";
    const isAccepted = isAcceptedShelf(String(shelf), site);
    return isAccepted ? undefined : `${zongpai} is on ${shelf}, which the site no longer accepts`;
  };
  const whyNotSaved = (): string | undefined =>
    routes.has("delete-box") ? undefined : "the site has no route to take goods out";

  const place = async ({ shelf = site.formats.location.example }: GoodsState): Promise<void> => {
    await write("post-trace-location", { zongpai, location: shelf });
    await requireState({ shelf }, "placed goods are in the overview");
  };

  const save = async (): Promise<void> => {
    const [first, second] = amountsOf(site);
    const key = `smoke-${crypto.randomUUID()}`;
    const saving = { ...item, quantity: first };
    const saved = await write("post-box", saving, { key, done: "duplicateBoxItem" });
    const again = await call("post-box", saving, { key });
    const isSame = site.extensions.idempotencyKey
      ? again.text === saved.text
      : is("duplicateBoxItem", again);
    assertPromise(isSame, "the same scan, sent again, is not counted again", again);
    await requireState({ quantity: first }, "saved goods are in the box once");
    signal?.throwIfAborted();
    await write("edit-box", { ...item, quantity: second });
    await requireState({ quantity: second }, "a corrected quantity is in the box");
    signal?.throwIfAborted();
    await write("delete-box", item, { done: "itemNotFound" });
  };

  const restore = async (before: GoodsState): Promise<void> => {
    const { quantity, shelf } = await readState();
    const faults: string[] = [];
    const noteFault = ({ message }: Error) => void faults.push(message);
    if (quantity !== undefined)
      await write("delete-box", item, { done: "itemNotFound" }).catch(noteFault);
    if (shelf === site.formats.location.example && before.shelf === undefined)
      await write("clear-place", { zongpai }).catch(noteFault);
    await requireState(before, ["not as before", ...faults].join("; "));
  };

  /** @throws Error if the history lacks a write of this run, or has another name for it */
  const requireHistory = async (): Promise<void> => {
    if (!routes.has("get-history")) return;
    for (let readsLeft = historyReads; readsLeft > 0; readsLeft -= 1) {
      const lines = await readHistory();
      const own = recorded.map((at) =>
        lines.find((line) => line.recorded_at === at || line.registered_at === at),
      );
      const wrong = own.find((line) => line && "isName" in caller && !caller.isName(`${line.who}`));
      if (wrong && "description" in caller)
        throw new Error(
          `a write of ${zongpai} is recorded as "${wrong.who}", but was sent as ${caller.description}`,
        );
      if (!own.includes(undefined)) return;
      await sleep(historyPauseMs);
    }
    throw new Error(`the history of ${zongpai} lacks a write of this run`);
  };

  return {
    name: "goods are placed, saved once, corrected and taken out, under the name of the caller",
    writes: true,
    run: async () => {
      const before = await readState();
      if (before.quantity !== undefined)
        throw new NotKnown(`${box_no} holds ${zongpai}: take it out, or name others`);
      const [notPlaced, notSaved] = [whyNotPlaced(before), whyNotSaved()];
      if (notPlaced && notSaved) throw new NotKnown(`${notPlaced}; ${notSaved}`);
      const scan = async () => {
        signal?.throwIfAborted();
        if (!notPlaced) await place(before);
        signal?.throwIfAborted();
        if (!notSaved) await save();
      };
      const fault = await scan().catch((error: Error) => error);
      await restore(before).catch((error: Error) => {
        const left = `perhaps left: ${zongpai} in ${box_no} or at a place (${error.message})`;
        const message = fault ? `${fault.message}; ${left}` : left;
        throw Object.assign(fault?.name === "Error" ? fault : error, { message });
      });
      if (fault) throw fault;
      await requireHistory();
      return notPlaced ?? notSaved;
    },
  };
};
