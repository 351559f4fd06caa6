import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { extensionFields, fields, type InputField } from "#lib/fields.ts";
import { fieldsIn } from "#lib/http/route.ts";
import { wireOf } from "#lib/http/wire.ts";
import { exampleRequest } from "#lib/openapi/examples.ts";
import { type Route, routesOf } from "#lib/routes.ts";
import { type Answer, requestOf, sendRaw } from "../support/client.ts";
import { expectErrorBody } from "../support/expect-error.ts";
import { zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { accepts } = site;
const { nameOf } = wireOf(site);
const all = [...Object.keys(fields), ...Object.keys(extensionFields)] as InputField[];
/** What zod says where nobody gave it a sentence. */
const zodsOwn = /Unrecognized|Invalid input|Too (small|big)|expected/;

/** A field's name on the wire; one that the site switched off is unknown under our own. */
const nameIn = (field: InputField) => nameOf(field) || field;

type Values = Readonly<Record<string, unknown>>;
type Place = "query" | "body";

const good = ({ id, row }: Route): Values =>
  id === "location-overview" ? { zongpai: zongpai(1) } : exampleRequest(row, site);

const placeOf = ({ row }: Route, field: InputField): Place =>
  fieldsIn(row, site) === "query" || (row.queryFields ?? []).some((one) => one === field)
    ? "query"
    : "body";

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** The request of a route with one field more, in a place. */
const sendWith = (
  route: Route,
  values: Values,
  place: Place,
  name: string,
  value: unknown,
): Promise<Answer> => {
  const sent = requestOf(route.id, values);
  if (place === "query")
    return sendRaw({ ...sent, query: [...(sent.query ?? []), [name, text(value)]] });
  const body = JSON.parse(String(sent.body ?? "{}")) as Values;
  return sendRaw({
    ...sent,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, [name]: value }),
  });
};

const without = (values: Values, field: string) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== field));

const told = (answer: Answer, name: string, sentence?: string) => {
  expectErrorBody(answer);
  expect(answer.status).toBeLessThan(500);
  const message = String(answer.body.message);
  expect(message).toContain(sentence === undefined ? name : `${name} ${sentence}`);
  expect(message.replaceAll(name, "")).not.toMatch(zodsOwn);
};

for (const route of routesOf(site)) {
  const shape = Object.keys(route.row.input(site).shape) as InputField[];
  const own = shape.filter((field) => nameOf(field) !== false);
  // `fetch` sends no body with GET.
  const places: readonly Place[] =
    route.method === "GET" && process.env.TEST_TRANSPORT === "http" ? ["query"] : ["query", "body"];
  const values = good(route);

  describe(`a refusal of ${route.id}`, () => {
    it.each(all.filter((field) => !own.includes(field)))(
      "names %s, which it does not take, wherever it is sent",
      async (field) => {
        for (const place of places)
          told(
            await sendWith(route, values, place, nameIn(field), "x"),
            nameIn(field),
            accepts.unknown,
          );
      },
    );

    if (own.length > 0)
      it.each(own)("names %s, which is not what it must be", async (field) => {
        const bad = placeOf(route, field) === "query" ? "\u0007" : { x: "\u0007" };
        // One filter at most comes with the overview.
        const others = route.id === "location-overview" ? {} : without(values, field);
        told(
          await sendWith(route, others, placeOf(route, field), nameIn(field), bad),
          nameIn(field),
        );
      });

    if (own.length > 0 && places.length > 1)
      it.each(own)("names %s, which is in the wrong place, or in both", async (field) => {
        const elsewhere: Place = placeOf(route, field) === "query" ? "body" : "query";
        const value = values[field] ?? true;
        const belongs = elsewhere === "body" ? accepts.inQuery : accepts.inBody;
        told(
          await sendWith(route, without(values, field), elsewhere, nameIn(field), value),
          nameIn(field),
          belongs,
        );
        const twice = await sendWith(
          route,
          { ...values, [field]: value },
          elsewhere,
          nameIn(field),
          value,
        );
        told(twice, nameIn(field), accepts.once);
      });

    const required = own.filter(
      (field) => !z.safeParse(route.row.input(site).shape[field] ?? z.never(), undefined).success,
    );
    if (required.length > 0)
      it.each(required)("names %s, which is missing", async (field) => {
        told(
          await sendRaw(requestOf(route.id, without(values, field))),
          nameIn(field),
          accepts.missing,
        );
      });
  });
}

it("a refusal of a cursor says once what it must be", async () => {
  const { body } = await sendRaw(requestOf("location-overview", { cursor: "x" }));
  expect(String(body.message)).toContain(`: ${nameIn("cursor")} ${accepts.cursor}.`);
});

describe("a refusal of an entry of a configuration", () => {
  const route = routesOf(site).find(({ id }) => id === "put-attachment-config") as Route;
  const [entry] = good(route).entries as Values[];
  const [list, category] = [nameIn("entries"), nameIn("category")];
  const wireEntry = Object.fromEntries(
    Object.entries(entry ?? {}).map(([field, value]) => [nameIn(field as InputField), value]),
  );
  const put = (entries: unknown) =>
    sendWith(route, without(good(route), "entries"), "body", list, entries);

  it.each(all.filter((field) => field !== "category" && field !== "quantity"))(
    "names %s, which it does not take",
    async (field) => {
      told(
        await put([{ ...wireEntry, [nameIn(field)]: 1 }]),
        `${list}[0].${nameIn(field)}`,
        accepts.unknown,
      );
    },
  );

  it("names what is no entry, what nobody knows, and what is missing", async () => {
    told(await put([wireEntry, "x"]), `${list}[1]`, accepts.entries);
    told(await put([{ ...wireEntry, colour: 1 }]), `${list}[0].colour`, accepts.unknown);
    told(await put([without(wireEntry, category)]), `${list}[0].${category}`, accepts.missing);
  });
});

const { offShelfNote } = site.location;
if (offShelfNote)
  describe("a refused note in place of a location", () => {
    it("has its own sentence", async () => {
      for (const note of [
        "x".repeat(offShelfNote.maxLength + 1),
        "x".repeat(101),
        "beim Fahrer\u0007",
      ]) {
        const answer = await sendRaw(
          requestOf("post-trace-location", {
            zongpai: zongpai(1),
            off_shelf: true,
            location: note,
          }),
        );
        told(answer, nameIn("location"), offShelfNote.accepts);
        expect(answer.body.message).not.toContain(site.formats.location.accepts);
      }
    });
  });
