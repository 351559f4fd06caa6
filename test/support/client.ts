import { randomUUID } from "node:crypto";
import { parseDictionary } from "structured-headers";
import { afterAll, expect } from "vitest";
import { answerToCondition, type Condition, conditions, type ErrorGroup } from "#lib/errors.ts";
import type { InputField } from "#lib/fields.ts";
import { errorGroupOf, fieldsIn } from "#lib/http/route.ts";
import { wireOf } from "#lib/http/wire.ts";
import { errorsOf } from "#lib/openapi/error-responses.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import { isKeyRequired, keyHeaderOf } from "#lib/site/wire-names.ts";
import { openTransport, type Received, type Sent } from "./api.ts";
import { site } from "./site.ts";

const { nameOf, fieldOf } = wireOf(site);
const transport = await openTransport();
afterAll(() => transport.stop());

const renamed = (value: unknown, rename: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [rename(name), renamed(inner, rename)]),
  );
};

/** A field's name on the wire. */
export const wire = (field: InputField): string => nameOf(field) || `${field} (switched off)`;

type Fields = Record<string, unknown>;

/** `body`: under canonical names. */
export type Answer = Received & { readonly body: Fields };

export const answerOf = (received: Received): Answer => ({
  ...received,
  body: renamed(JSON.parse(received.text), (name) => fieldOf(name) ?? name) as Fields,
});

const routes = new Map(routesOf(site).map((route) => [route.id, route]));

/** Whether the site serves all of these routes. A test of a missing route is skipped by its name. */
export const serves = (...ids: readonly RouteId[]): boolean => ids.every((id) => routes.has(id));

export const addressOf = (id: RouteId): { method: string; path: string } => {
  const route = routes.get(id);
  if (!route) throw new Error(`${site.name} does not serve ${id}`);
  return { method: route.method, path: route.path };
};

export const takesBody = (id: RouteId): boolean => fieldsIn(v1[id], site) === "body";

export const requiresKeys = isKeyRequired(site);
/** A new key, if the route is a write and the site refuses it without one. */
export const requiredKey = (id: RouteId): Record<string, string> =>
  requiresKeys && v1[id].kind === "write" ? key() : {};

/** The request of a route with these canonical fields. */
export const requestOf = (
  id: RouteId,
  input: object,
  givenHeaders: Record<string, string> = {},
): Sent => {
  const headers = { ...requiredKey(id), ...givenHeaders };
  const fields = renamed(input, (name) => wire(name as InputField)) as Fields;
  const address = addressOf(id);
  const queryFields: readonly InputField[] = routes.get(id)?.queryFields ?? [];
  const inQuery = (name: string) =>
    !takesBody(id) || queryFields.some((field) => wire(field) === name);
  const query = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    inQuery(name) ? [[name, String(value)]] : [],
  );
  if (!takesBody(id)) return { ...address, headers, query };
  const body = JSON.stringify(
    Object.fromEntries(Object.entries(fields).filter(([name]) => !inQuery(name))),
  );
  return {
    ...address,
    headers: { "Content-Type": "application/json", ...headers },
    body,
    ...(query.length > 0 ? { query } : {}),
  };
};

/** The refusals that the description lists for a route. */
const declared = (id: RouteId): string[] => {
  const route = routes.get(id);
  return (route ? errorsOf(route, site) : [])
    .map((error) => answerToCondition(error, site.errors))
    .map(({ status, code }) => `${status} ${code}`);
};

export const sendRaw = async (sent: Sent): Promise<Answer> => answerOf(await transport.send(sent));

/** A refusal that is not in the description of the route fails the test. */
export const send = async (id: RouteId, sent: Sent): Promise<Answer> => {
  const answer = await sendRaw(sent);
  if (answer.status >= 400)
    expect(declared(id), `the refusals of ${id}`).toContain(
      `${answer.status} ${answer.body.error_code}`,
    );
  return answer;
};

/** Calls a route with canonical fields; quantities in wire units. */
export const call = (id: RouteId, input: object, headers: Record<string, string> = {}) =>
  send(id, requestOf(id, input, headers));

/** None on sites without keys. */
export const keyHeader = (key: string): Record<string, string> => {
  const header = keyHeaderOf(site);
  return header ? { [header]: key } : {};
};

export const hasKeys = site.extensions.idempotencyKey !== false;
/** A key that no other request has. */
export const key = (): Record<string, string> => keyHeader(randomUUID());

export const mark = site.extensions.replayed || "x-no-mark";

/** The header with the values of a refusal; `null` without one, as on a site that has switched it off. */
export const valuesText = ({ headers }: Pick<Answer, "headers">): string | null =>
  headers.get(site.extensions.refusalValues || "x-no-values");

/** The values that a client reads from that text; tokens and strings as text. */
export const valuesIn = (text: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...parseDictionary(String(text ?? ""))].map(([name, [value]]) => [
      name,
      typeof value === "number" ? value : String(value),
    ]),
  );

/** The part of an answer that must be the same each time, and its mark of a replay. */
export const answered = ({ status, text, headers }: Answer) => [status, text, headers.get(mark)];

/** A cursor of ours with another position in it. */
export const forged = (cursor: string, position: unknown): string => {
  const [version, hash] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
  return Buffer.from(JSON.stringify([version, hash, position])).toString("base64url");
};

/** Words that would reveal the service's inside, and zod's own messages, which appear if a field has no sentence. */
const leaks =
  /Unrecognized key|Invalid input|Too (small|big):|sqlite|select |dynamodb|aws|amazon|node_modules|\.ts:|exception|undefined|\[object/i;

/** Expects the site's answer to a condition, in the one shape of every error (specification §7.1). */
export const expectError = (
  answer: Answer,
  condition: Condition,
  group: ErrorGroup = "product",
): void => {
  type Texts = { readonly status: number; readonly code?: string; readonly domain: string };
  const expected = (site.errors[group] as Record<string, Texts>)[condition];
  const row = conditions[condition];
  const error_code = "fixedCode" in row ? row.fixedCode : expected?.code;
  expect(answer.body).toMatchObject({ error_code, domain: expected?.domain });
  expect(answer.status).toBe(expected?.status);
  const named = site.extensions.refusalValues !== false && group !== "gateway";
  expect(valuesIn(valuesText(answer)).condition).toBe(named ? condition : undefined);
  expectErrorBody(answer);
};

/** Expects the error shape: three fields as JSON. Words of the service's inside may only be an echo of the request. */
export const expectErrorBody = (answer: Answer, echoes = false): void => {
  expect(Object.keys(answer.body).sort()).toEqual(["domain", "error_code", "message"]);
  expect(answer.headers.get("content-type")).toBe("application/json");
  if (!echoes) expect(answer.text).not.toMatch(leaks);
};

/** Calls a route that must succeed. */
export const done = async (...request: Parameters<typeof call>): Promise<Answer> => {
  const answer = await call(...request);
  expect(answer.status, answer.text).toBe(site.success[request[0]]);
  return answer;
};

/** Calls a route that must refuse with this condition of the route's group. */
export const refused = async (
  condition: Condition,
  ...request: Parameters<typeof call>
): Promise<Answer> => {
  const answer = await call(...request);
  expectError(answer, condition, errorGroupOf(v1[request[0]]));
  return answer;
};
