import { errorGroupOf } from "#lib/http/route.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { v1 } from "#lib/routes.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { FieldValues } from "../contract/request.ts";

/** The request that undoes a write. `leaves`: what would remain without it. */
export type UndoRequest = {
  readonly id: RouteId;
  readonly fields: FieldValues;
  readonly leaves: string;
};

/** A write that the service confirmed as recorded, with the instant in its answer. */
export type RecordedWrite = { readonly zongpai: string; readonly at: unknown };

/** The request that takes goods or, with a category, an attachment out of a box. */
export const takeOut = (box_no: string, zongpai: string, category?: string): UndoRequest =>
  category === undefined
    ? { id: "delete-box", fields: { box_no, zongpai }, leaves: `${zongpai} in ${box_no}` }
    : {
        id: "delete-attachment-box",
        fields: { box_no, zongpai, category },
        leaves: `${category} of ${zongpai} in ${box_no}`,
      };

/** Sends the writes of the checks, counts them, and undoes their changes. */
export const writerOn = ({ call, isError }: ServiceContract, signal?: AbortSignal) => {
  const recorded: RecordedWrite[] = [];
  /** The unsent undo requests, in the order of the writes. */
  const pendingUndos: UndoRequest[] = [];

  const send = async (id: RouteId, fields: FieldValues, key?: string) => {
    const answer = await call(id, fields, key === undefined ? {} : { key });
    const { recorded_at, registered_at } = answer.body;
    if (answer.status < 300)
      recorded.push({ zongpai: String(fields.zongpai), at: recorded_at ?? registered_at });
    return answer;
  };

  const takeBack = async ({ id, fields }: UndoRequest): Promise<void> => {
    const answer = await send(id, fields);
    const error = { group: errorGroupOf(v1[id]), condition: "itemNotFound" } as const;
    // There is no item: the write was not recorded, or a later write moved the item.
    if (isError(error, answer, answer.body)) return;
    assertPromise(answer.status < 300, `${id} restores the data that a check changed`, answer);
  };

  return {
    recorded,
    pendingUndos,
    /**
     * Sends a write that must succeed.
     * @throws Error if it does not succeed, if there is no answer (it may be recorded then), or if the run was interrupted
     */
    write: async (
      id: RouteId,
      fields: FieldValues,
      { undo, key }: { readonly undo?: UndoRequest; readonly key?: string } = {},
    ) => {
      signal?.throwIfAborted();
      if (undo) pendingUndos.push(undo);
      const answer = await send(id, fields, key);
      // A refusal changed nothing.
      if (undo && answer.status >= 300) pendingUndos.pop();
      assertPromise(answer.status < 300, `${id} succeeds`, answer);
      return answer;
    },
    /** Undoes everything, the last write first. @throws Error if a part cannot be undone; it stays pending */
    putBack: async (): Promise<void> => {
      const failures: string[] = [];
      for (const undo of pendingUndos.splice(0).reverse())
        await takeBack(undo).catch(({ message }: Error) => {
          pendingUndos.unshift(undo);
          failures.push(message);
        });
      if (failures.length > 0) throw new Error(failures.join("; "));
    },
  };
};

export type CheckWriter = ReturnType<typeof writerOn>;
