import type { TableItem } from "#lib/store/expression.ts";
import type { Sabotage } from "./run.ts";
import type { Answers } from "./table.ts";

type Words = {
  readonly ConditionExpression?: string | undefined;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
};
type Write = Words & { readonly Item?: TableItem; readonly Key?: TableItem };
type Kind = "Put" | "Update" | "Delete" | "ConditionCheck";

const sortKeyOf = ({ Item, Key = Item }: Write) => String(Key?.sk);
const isOperation = (write: Write) => sortKeyOf(write).startsWith("OP#");
const isItem = (write: Write) => sortKeyOf(write).startsWith("Z#");
const isGoods = (write: Write) => sortKeyOf(write) === "GOODS";
const isPlace = (write: Write) => /^#?LOC/.test(sortKeyOf(write));

/** Changes the actions of each transaction; `undefined` leaves one out. */
const actions =
  (change: (write: Write, kind: Kind) => Write | undefined) =>
  (answers: Answers): Answers =>
  (command) => {
    const { TransactItems } = command.input as { TransactItems?: Record<Kind, Write>[] };
    if (!TransactItems) return answers(command);
    const left = TransactItems.flatMap((action) =>
      Object.entries(action).flatMap(([kind, write]) => {
        const changed = change(write, kind as Kind);
        return changed ? [{ [kind]: changed }] : [];
      }),
    );
    return left.length === 0
      ? Promise.resolve({})
      : answers({ ...command, input: { TransactItems: left } });
  };

/** Removes the parts of a condition that test these attributes. */
const without = (write: Write, attribute: RegExp): Write => {
  const { ConditionExpression, ExpressionAttributeNames: names = {} } = write;
  if (!ConditionExpression) return write;
  const left = ConditionExpression.split(" AND ").filter(
    (part) => !(part.match(/#?\w+/g) ?? []).some((word) => attribute.test(names[word] ?? word)),
  );
  return { ...write, ConditionExpression: left.length > 0 ? left.join(" AND ") : undefined };
};
const unconditioned = (which: (write: Write) => boolean, attribute = /./) =>
  actions((write) => (which(write) ? without(write, attribute) : write));

/** Answers each query of a box with the result of the query before it. */
const stale = (answers: Answers): Answers => {
  const seen = new Map<string, object>();
  return async (command) => {
    const answer = await answers(command);
    const { ExpressionAttributeValues } = command.input as Words;
    const partition = String(ExpressionAttributeValues?.[":pk"]);
    if (command.name !== "QueryCommand" || !partition.startsWith("B#")) return answer;
    const before = seen.get(partition) ?? answer;
    seen.set(partition, answer);
    return before;
  };
};

/**
 * Faults that show only on demo. The odd site without keys has no instants, expected shelves or caps of goods, and rarely meets its guard. Its
 * scans are late only by the service's clock, so a late line there rarely races a newer scan. `store/late-lines` tests that race.
 */
export const onDemo: readonly string[] = [
  "the removal guard is skipped",
  "the condition of the operation row is dropped",
  "the cap is checked outside of the condition",
  "the expected shelf of a scan is not compared",
  "a late history entry does not check the current place of the goods",
  "a late history entry does not update the time of its place",
  "a refusal is not stored",
  "a refusal overwrites a recorded operation",
  "a request is sent again with a new key",
];

/** Copies of the product with one broken rule each. The simulation must find every one. */
export const planted: Readonly<Record<string, Sabotage>> = {
  "the operation row is not written": {
    table: actions((write) => (isOperation(write) ? undefined : write)),
  },
  "the condition of the operation row is dropped": { table: unconditioned(isOperation) },
  "a save overwrites an existing item": {
    table: actions((write, kind) =>
      isItem(write) && kind === "Put" ? without(write, /./) : write,
    ),
  },
  "a correction does not compare the quantity": { table: unconditioned(isItem, /^quantity$/) },
  "the cap is checked outside of the condition": {
    table: unconditioned(isGoods, /^h_|^headroom$/),
  },
  "the revision of a configuration is not compared": {
    table: unconditioned(isGoods, /^config_rev$/),
  },
  "the removal guard is skipped": { table: unconditioned(isGoods, /^[bel]_/) },
  "a counter is not updated": {
    table: actions((write, kind) =>
      isGoods(write) && kind === "Update"
        ? {
            ...write,
            UpdateExpression: write.UpdateExpression?.replace(/ADD \S+ :v\d+, /, "ADD ") ?? "",
          }
        : write,
    ),
  },
  "the goods row is not updated when its item changes": {
    table: actions((write, kind) => (isGoods(write) && kind === "Update" ? undefined : write)),
  },
  "a late scan moves the goods": { table: unconditioned(isPlace) },
  "the expected shelf of a scan is not compared": {
    table: actions((write, kind) =>
      isPlace(write) && kind === "Put" ? without(write, /^(off_shelf|location)$/) : write,
    ),
  },
  "a late history entry does not check the current place of the goods": {
    table: actions((write, kind) =>
      isPlace(write) && kind === "Update"
        ? without(write, /^(at|off_shelf|location|cleared)$/)
        : write,
    ),
  },
  "a late history entry does not update the time of its place": {
    table: actions((write, kind) => (isPlace(write) && kind === "Update" ? undefined : write)),
  },
  "an operation is not in the history": {
    table: actions((write) => {
      const { place_pk: _, place_sk: __, ...Item } = write.Item ?? {};
      return isOperation(write) ? { ...write, Item } : write;
    }),
  },
  "a refusal is not stored": {
    table: (answers) => (command) =>
      command.name === "PutItemCommand" && isOperation(command.input as Write)
        ? Promise.resolve({})
        : answers(command),
  },
  "a refusal overwrites a recorded operation": {
    table: (answers) => (command) =>
      answers(
        command.name === "PutItemCommand"
          ? { ...command, input: { ...without(command.input as Write, /./) } }
          : command,
      ),
  },
  "a read of a box returns old data": { table: stale },
  "the operation row stores a different answer from the one returned": {
    table: actions((write) => {
      const { result, ...Item } = write.Item ?? {};
      const changed = { ...(result as TableItem), recorded_at: 1, registered_at: 1 };
      return isOperation(write) ? { ...write, Item: { ...Item, result: changed } } : write;
    }),
  },
  "a request is sent again with a new key": {
    fetch: (fetch) => {
      const sent = new Map<string, number>();
      return (url, init) => {
        const headers = { ...(init.headers as Record<string, string>) };
        const key = headers["Idempotency-Key"];
        if (key === undefined) return fetch(url, init);
        const times = sent.get(key) ?? 0;
        sent.set(key, times + 1);
        if (times > 0) headers["Idempotency-Key"] = `${key}-${times}`;
        return fetch(url, { ...init, headers });
      };
    },
  },
};
