import type * as z from "zod/mini";
import { eventKinds } from "../domain/events.ts";
import type { Site } from "../site/schema.ts";

const textSchema = (description: string, more = {}) => ({ type: "string", description, ...more });
const digitsSchema = { type: "string", pattern: "^-?[0-9]+$" };

const objectSchemaOf = (shape: z.core.$ZodShape): ObjectSchema => {
  const fields = Object.entries(shape).map(([name, part]) => [name, valueSchemaOf(part)]);
  const required = Object.entries(shape).flatMap(([name, { _zod }]) =>
    _zod.optin === "optional" ? [] : [name],
  );
  return { type: "object", properties: Object.fromEntries(fields), required };
};

type ObjectSchema = {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
};

const attributeSchema = (name: string, value: object): ObjectSchema => ({
  type: "object",
  properties: { [name]: value },
  required: [name],
});

/** The JSON that DynamoDB makes of a value of this schema. */
const valueSchemaOf = (schema: z.core.$ZodType): ObjectSchema => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
      return valueSchemaOf(def.innerType);
    case "union":
      // As one object: generators of clients have no name for a part of an `anyOf`.
      return {
        type: "object",
        properties: Object.assign(
          {},
          ...def.options.map((option) => valueSchemaOf(option).properties),
        ),
        required: [],
      };
    case "object":
      return attributeSchema("M", objectSchemaOf(def.shape));
    case "array":
      return attributeSchema("L", { type: "array", items: valueSchemaOf(def.element) });
    case "number":
      return attributeSchema("N", digitsSchema);
    case "boolean":
      return attributeSchema("BOOL", { type: "boolean" });
    case "literal":
      return typeof def.values[0] === "string"
        ? attributeSchema("S", { const: def.values[0] })
        : attributeSchema("BOOL", { const: def.values[0] });
    default:
      return attributeSchema("S", { type: "string" });
  }
};

const changeProperties = {
  version: textSchema("The version of the stored event.", { const: "2" }),
  id: textSchema(
    "Names the operation among those of the same goods or box, in each message about it.",
  ),
  zongpai: textSchema("The goods; empty for an operation on a box by itself."),
  box_no: textSchema("That box, else empty: the box of an item is in the event."),
  instant: textSchema("When it was recorded, epoch milliseconds.", digitsSchema),
  decimals: {
    type: "integer",
    description: "A quantity is a whole number of the last of so many decimals.",
  },
  event: {
    description:
      "What was done, as it is stored: each value in DynamoDB's JSON, instants in epoch milliseconds, names as in the source, on every site.",
    anyOf: Object.entries(eventKinds).map(([name, { schema }]) => ({
      title: `Change${name[0]?.toUpperCase()}${name.slice(1)}`,
      ...objectSchemaOf(schema.shape),
    })),
  },
};
const callerSchema = {
  description: "The name under which the request was sent, for the site answers so.",
  ...attributeSchema("S", { type: "string" }),
};

/** The message about each recorded operation: the same on every site, except for the caller's name. */
export const webhooksOf = ({ changes }: Site) =>
  changes === false
    ? {}
    : {
        webhooks: {
          change: {
            post: {
              operationId: "change",
              summary: "An operation was recorded",
              description:
                "Sent at least once, within seconds: the receiver knows an operation by `zongpai`, `box_no` and `id`. A queue or a bus has the same as its message.",
              requestBody: {
                required: true,
                content: {
                  "application/json": {
                    schema: {
                      type: "object",
                      properties: {
                        ...changeProperties,
                        ...(changes.who ? { who: callerSchema } : {}),
                      },
                      required: Object.keys(changeProperties),
                    },
                  },
                },
              },
              responses: { "2XX": { description: "Taken. Anything else is sent again." } },
            },
          },
        },
      };
