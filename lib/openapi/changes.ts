import type * as z from "zod/mini";
import { events } from "../domain/events.ts";
import type { Site } from "../site/schema.ts";

const text = (description: string, more = {}) => ({ type: "string", description, ...more });
const digits = { type: "string", pattern: "^-?[0-9]+$" };

const fieldsOf = (shape: z.core.$ZodShape): Fields => {
  const fields = Object.entries(shape).map(([name, part]) => [name, attributeOf(part)]);
  const required = Object.entries(shape).flatMap(([name, { _zod }]) =>
    _zod.optin === "optional" ? [] : [name],
  );
  return { type: "object", properties: Object.fromEntries(fields), required };
};

type Fields = {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
};

const attribute = (name: string, value: object): Fields => ({
  type: "object",
  properties: { [name]: value },
  required: [name],
});

/** The JSON that DynamoDB makes of a value of this schema. */
const attributeOf = (schema: z.core.$ZodType): Fields => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
      return attributeOf(def.innerType);
    case "union":
      // As one object: generators of clients have no name for a part of an `anyOf`.
      return {
        type: "object",
        properties: Object.assign({}, ...def.options.map((one) => attributeOf(one).properties)),
        required: [],
      };
    case "object":
      return attribute("M", fieldsOf(def.shape));
    case "array":
      return attribute("L", { type: "array", items: attributeOf(def.element) });
    case "number":
      return attribute("N", digits);
    case "boolean":
      return attribute("BOOL", { type: "boolean" });
    case "literal":
      return typeof def.values[0] === "string"
        ? attribute("S", { const: def.values[0] })
        : attribute("BOOL", { const: def.values[0] });
    default:
      return attribute("S", { type: "string" });
  }
};

const properties = {
  version: text("The version of the stored event.", { const: "2" }),
  id: text("Names the operation among those of the same goods or box, in each message about it."),
  zongpai: text("The goods; empty for an operation on a box by itself."),
  box_no: text("That box, else empty: the box of an item is in the event."),
  instant: text("When it was recorded, epoch milliseconds.", digits),
  decimals: {
    type: "integer",
    description: "A quantity is a whole number of the last of so many decimals.",
  },
  event: {
    description:
      "What was done, as it is stored: each value in DynamoDB's JSON, instants in epoch milliseconds, names as in the source, on every site.",
    anyOf: Object.entries(events).map(([name, { schema }]) => ({
      title: `Change${name[0]?.toUpperCase()}${name.slice(1)}`,
      ...fieldsOf(schema.shape),
    })),
  },
};
const who = {
  description: "The name under which the request was sent, for the site answers so.",
  ...attribute("S", { type: "string" }),
};

/** What a site sends of each recorded operation: the same on every site, but for the name. */
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
                      properties: { ...properties, ...(changes.who ? { who } : {}) },
                      required: Object.keys(properties),
                    },
                  },
                },
              },
              responses: { "2XX": { description: "Taken. Anything else is sent again." } },
            },
          },
        },
      };
