import { describe, expect, it } from "vitest";
import type { InputField } from "#lib/fields.ts";
import { fieldsIn } from "#lib/http/route.ts";
import { routesOf, type ServedRoute } from "#lib/routes.ts";
import { type Answer, requestOf, sendRaw, wire } from "../support/client.ts";
import { expectErrorBody } from "../support/expect-error.ts";
import { goodRequest, type Values, without } from "../support/requests.ts";
import { site } from "../support/site.ts";

const { accepts } = site;

type Place = "query" | "body";

const placeOf = (route: ServedRoute, field: InputField): Place =>
  fieldsIn(route, site) === "query" || (route.queryFields ?? []).some((one) => one === field)
    ? "query"
    : "body";

/** The request of a route with one field more, in a place. */
const sendWith = (
  { id }: ServedRoute,
  values: Values,
  place: Place,
  name: string,
  value: unknown,
) => {
  const sent = requestOf(id, values);
  if (place === "query") {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return sendRaw({ ...sent, query: [...(sent.query ?? []), [name, text]] });
  }
  const body = JSON.stringify({ ...JSON.parse(String(sent.body ?? "{}")), [name]: value });
  return sendRaw({ ...sent, headers: { "Content-Type": "application/json" }, body });
};

const expectNamed = (answer: Answer, name: string, sentence: string) => {
  expectErrorBody(answer);
  expect(answer.status).toBeLessThan(500);
  expect(answer.body.message).toContain(`${name} ${sentence}`);
};

// `fetch` sends no body with GET.
const overHttp = process.env.TEST_TRANSPORT === "http";

const withFields = routesOf(site).filter((route) => Object.keys(goodRequest(route.id)).length > 0);

describe.each(withFields.filter(({ method }) => !overHttp || method !== "GET"))(
  "§2: a refusal of $id",
  (route) => {
    const values = goodRequest(route.id);

    it.each(Object.keys(values) as InputField[])(
      "names %s, which is in the wrong place, or in both",
      async (field) => {
        const elsewhere: Place = placeOf(route, field) === "query" ? "body" : "query";
        const belongs = elsewhere === "body" ? accepts.inQuery : accepts.inBody;
        const [name, value] = [wire(field), values[field]];
        const misplaced = await sendWith(route, without(values, field), elsewhere, name, value);
        expectNamed(misplaced, name, belongs);
        expectNamed(await sendWith(route, values, elsewhere, name, value), name, accepts.once);
      },
    );
  },
);

describe("§4: a refusal of an entry of a configuration", () => {
  const route = routesOf(site).find(({ id }) => id === "put-attachment-config") as ServedRoute;
  const [entry = {}] = goodRequest(route.id).entries as Values[];
  const [list, category] = [wire("entries"), wire("category")];
  const wireEntry = Object.fromEntries(
    Object.entries(entry).map(([field, value]) => [wire(field as InputField), value]),
  );

  it.each([
    ["what is no entry", [wireEntry, "x"], `${list}[1]`, accepts.entries],
    ["what nobody knows", [{ ...wireEntry, colour: 1 }], `${list}[0].colour`, accepts.unknown],
    ["what is missing", [without(wireEntry, category)], `${list}[0].${category}`, accepts.missing],
  ])("names %s", async (_, entries, name, sentence) => {
    const values = without(goodRequest(route.id), "entries");
    expectNamed(await sendWith(route, values, "body", list, entries), name, sentence);
  });
});
