import {
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { expect } from "vitest";
import { MemoryTable } from "#infra/local/memory-table.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { openTable, type Table } from "#lib/store/client.ts";
import {
  addressToTable,
  checkAction,
  deleteAction,
  putAction,
  type RowChange,
  type RowCondition,
  type TransactionAction,
  updateAction,
} from "#lib/store/expression.ts";
import { tableLayout } from "#lib/store/table.ts";
import { table as engine, tableName } from "../support/table.ts";

export const memory = new MemoryTable();
export const inMemory = openTable({ name: tableName });
memory.answerCommandsOf(inMemory);

/** DynamoDB reserves the last one. The first ones stand in expressions as they are, if they have an underscore. */
const attributes = ["n_1", "t", "at"] as const;
const ordered = fc.oneof(fc.integer({ min: -2, max: 9 }), fc.constantFrom("", "a", "b"));
const scalar = fc.oneof(ordered, fc.boolean());
const attribute = fc.constantFrom(...attributes);
const simple: fc.Arbitrary<RowCondition> = fc.oneof(
  fc.record({ absent: fc.constantFrom("pk", ...attributes) }),
  fc.record({ present: fc.constantFrom("pk", ...attributes) }),
  fc.record({ attribute, is: fc.constant("=" as const), value: scalar }),
  fc.record({
    attribute,
    is: fc.constantFrom(">=" as const, "<=" as const, ">" as const),
    value: ordered,
  }),
);
const condition = fc.oneof(
  simple,
  fc.record({ any: fc.array(simple, { minLength: 1, maxLength: 3 }) }),
);
const when = fc.array(condition, { maxLength: 2 });
const key = fc.record({ pk: fc.constantFrom("p", "q"), sk: fc.constantFrom("a", "b", "ｚ", "𐀀") });
const place = fc.record({
  place_pk: fc.constantFrom("x", "y"),
  place_sk: fc.constantFrom("1", "2", "3"),
});
const item = fc
  .tuple(key, fc.option(place, { nil: {} }), fc.dictionary(attribute, scalar))
  .map((parts) => Object.assign({}, ...parts) as { pk: string; sk: string });
/** At most one change of each attribute, because the engine does not notice overlapping ones. */
const change = fc
  .tuple(
    fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...attributes, "place_sk"),
        way: fc.constantFrom("set", "init", "add", "remove"),
        value: scalar,
        number: fc.integer({ min: -3, max: 3 }),
      }),
      { minLength: 1, maxLength: 3, selector: ({ name }) => name },
    ),
    when,
  )
  // A key of the index is text.
  .map(
    ([parts, conditions]) =>
      [
        parts.map((part) =>
          part.name !== "place_sk"
            ? part
            : { ...part, way: part.way === "set" ? "set" : "remove", value: "2" },
        ),
        conditions,
      ] as const,
  )
  .map(([parts, conditions]): RowChange => {
    const by = (...ways: string[]) => parts.filter(({ way }) => ways.includes(way));
    const values = (way: string) => by(way).map(({ name, value }) => [name, value] as const);
    return {
      set: Object.fromEntries(values("set")),
      setIfAbsent: Object.fromEntries(values("init")),
      add: Object.fromEntries(by("add").map(({ name, number }) => [name, number])),
      remove: by("remove").map(({ name }) => name),
      when: conditions,
    };
  });
const action: fc.Arbitrary<TransactionAction> = fc.oneof(
  fc.tuple(item, when).map(([row, conditions]) => putAction(row, conditions)),
  fc.tuple(key, change).map(([of, changed]) => updateAction(of, changed)),
  fc.tuple(key, when).map(([of, conditions]) => deleteAction(of, conditions)),
  fc
    .tuple(key, fc.array(condition, { minLength: 1 }))
    .map(([of, conditions]) => checkAction(of, conditions)),
);
const keyIn = (one: TransactionAction): string => {
  const [{ Item, Key }] = Object.values(one) as [{ Item?: object; Key?: object }];
  const { pk, sk } = (Item ?? Key) as { pk: string; sk: string };
  return `${pk} ${sk}`;
};
type Read = {
  readonly index: boolean;
  readonly pk: string;
  readonly between: readonly [string, string] | undefined;
  readonly backwards: boolean;
  readonly limit: number;
  readonly only: readonly string[] | undefined;
  readonly without: string | undefined;
};
const read: fc.Arbitrary<Read> = fc
  .record({
    index: fc.boolean(),
    pk: fc.constantFrom("p", "q", "x", "y"),
    between: fc.option(
      fc.tuple(
        fc.constantFrom("0", "a", "1", "1\0", "b\0"),
        fc.constantFrom("2", "1\0", "b", "\u{10FFFF}"),
      ),
      { nil: undefined },
    ),
    backwards: fc.boolean(),
    limit: fc.integer({ min: 1, max: 4 }),
    only: fc.option(fc.uniqueArray(attribute, { minLength: 1 }), { nil: undefined }),
    without: fc.option(attribute, { nil: undefined }),
  })
  // DynamoDB refuses a query of the index for attributes that it lacks; the embedded engine does not.
  .map((asked) =>
    asked.index ? { ...asked, only: asked.only && ["at"], without: asked.without && "at" } : asked,
  );
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ write: action }) },
  {
    weight: 4,
    arbitrary: fc.record({
      // One action on each item, because DynamoDB, the engine and DynamoDB Local refuse two of them differently.
      transact: fc.uniqueArray(action, { minLength: 1, maxLength: 4, selector: keyIn }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ get: key }) },
  { weight: 1, arbitrary: fc.record({ batch: fc.array(key, { minLength: 1, maxLength: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ query: read }) },
);

/** Each run has its own partitions. */
let run = 0;
const own = <Part>(part: Part): Part =>
  JSON.parse(
    JSON.stringify(part).replaceAll(
      /"(pk|place_pk)":"(\w)"/g,
      (_, name, value) => `"${name}":"${value}${run}"`,
    ),
  );

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const transact = (table: Table, actions: readonly TransactionAction[]) => {
  const TransactItems = actions.map((action) => addressToTable(tableName, own(action)));
  return table.transact(new TransactWriteItemsCommand({ TransactItems }), deadlineWithin(60_000));
};
const commandOf = (asked: Exclude<Step, { transact: unknown }>) => {
  const TableName = tableName;
  if ("get" in asked)
    return new GetCommand({ TableName, Key: own(asked.get), ConsistentRead: true });
  if ("batch" in asked)
    return new BatchGetCommand({
      RequestItems: { [TableName]: { Keys: own(asked.batch), ConsistentRead: true } },
    });
  if ("write" in asked) {
    const written = own(asked.write);
    if ("ConditionCheck" in written) throw new Error("Only a transaction has a check");
    if ("Put" in written) return new PutCommand({ TableName, ...written.Put });
    if ("Update" in written) return new UpdateCommand({ TableName, ...written.Update } as never);
    return new DeleteCommand({ TableName, ...written.Delete });
  }
  const { index, pk, between, backwards, limit, only, without } = asked.query;
  const names = index ? tableLayout.index : tableLayout;
  return new QueryCommand({
    TableName,
    ...(index ? { IndexName: tableLayout.index.name } : { ConsistentRead: true }),
    KeyConditionExpression: between ? "#pk = :pk AND #sk BETWEEN :from AND :to" : "#pk = :pk",
    ExpressionAttributeNames: {
      "#pk": names.partitionKey,
      ...(between ? { "#sk": names.sortKey } : {}),
      ...Object.fromEntries((only ?? []).map((name) => [`#o${name}`, name])),
      ...(without ? { "#w": without } : {}),
    },
    ExpressionAttributeValues: {
      ":pk": `${pk}${run}`,
      ...(between ? { ":from": between[0], ":to": between[1] } : {}),
    },
    ProjectionExpression: only?.map((name) => `#o${name}`).join(", "),
    FilterExpression: without && "attribute_not_exists(#w)",
    ScanIndexForward: !backwards,
    Limit: limit,
  });
};

/** The parts of a table's answer on which a caller can depend. */
const answered = async (table: Table, asked: Step) => {
  const ask = async (): Promise<unknown> => {
    if ("transact" in asked) return transact(table, asked.transact);
    if ("write" in asked && "ConditionCheck" in asked.write) return transact(table, [asked.write]);
    return table.send(commandOf(asked) as never, deadlineWithin(60_000));
  };
  try {
    const { $metadata, ConsumedCapacity, ...answer } = (await ask()) as Record<string, unknown>;
    if ("Responses" in answer) {
      const rows = Object.values(answer.Responses as Record<string, object[]>)[0] ?? [];
      return {
        ...answer,
        Responses: rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted(),
      };
    }
    return answer;
  } catch (error) {
    if (!(error instanceof DynamoDBServiceException)) throw error;
    return {
      name: error.name,
      reasons:
        error instanceof TransactionCanceledException
          ? error.CancellationReasons?.map(({ Code, Item }) => ({ Code, Item }))
          : [],
    };
  }
};

/** Reads of whole partitions, of the table and of the index. */
const everything: readonly Step[] = ["p", "q", "x", "y"].map((pk, at) => ({
  query: {
    ...{ pk, index: at > 1, between: undefined, backwards: false, limit: 100 },
    ...{ only: undefined, without: undefined },
  },
}));

/** Sends `numRuns` random sequences of commands to both tables. Expects equal answers, and equal rows at the end. */
export const compareSequences = (numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      run += 1;
      for (const one of [...steps, ...everything])
        expect(await answered(inMemory, one)).toEqual(await answered(engine, one));
    }),
    { numRuns },
  );
