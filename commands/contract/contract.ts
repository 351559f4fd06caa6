import { Ajv2020 } from "ajv/dist/2020.js";
import { requestOf } from "#infra/request.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { answerToCondition, type RaisedCondition } from "#lib/errors.ts";
import { wireOf } from "#lib/http/wire.ts";
import { describeApi } from "#lib/openapi/description.ts";
import { routesOf, type ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { FieldValues, ReceivedAnswer, SendRequest } from "./request.ts";

type DescribedPaths = Record<
  string,
  Record<string, { responses?: Record<string, { $ref?: string }> }>
>;

export const assertPromise = (
  right: boolean,
  promise: string,
  { status, text }: ReceivedAnswer,
): void => {
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  if (!right) throw new Error(`${promise}; the answer was ${status} ${shown}`);
};

/** What a site's service promises, and how it is asked. Whatever breaks a promise throws an Error that says which. */
export const contractOf = (site: Site, send: SendRequest) => {
  const document = JSON.parse(JSON.stringify(describeApi(site))) as { paths: DescribedPaths };
  // Not zod, which the service parses with: the check must not share its faults. What an instant is, its pattern says.
  const ajv = new Ajv2020({ strict: false, formats: { "date-time": true }, validateSchema: false });
  ajv.addSchema(document, "api");
  const routes = new Map(routesOf(site).map((route) => [route.id, route]));
  const { decode } = wireOf(site);
  const { erpUnavailable } = site.errors.product;

  const bodyOf = (answer: ReceivedAnswer, schema: string): FieldValues => {
    const { status, text, headers } = answer;
    const silent = status === erpUnavailable.status && text.includes(`"${erpUnavailable.code}"`);
    assertPromise(!silent, "the ERP answers in time (see npm run erp:check)", answer);
    assertPromise(
      status < 500 && status !== 429,
      "nothing that is sent is a fault of the service",
      answer,
    );
    assertPromise(
      headers["content-type"] === "application/json",
      "every answer is application/json",
      answer,
    );
    const body = JSON.parse(text) as FieldValues;
    const right = ajv.validate({ $ref: `api#/${schema}` }, body);
    assertPromise(right, `the answer is as described (${ajv.errorsText()})`, answer);
    return body;
  };
  /** The body of an answer whose status and body are described. */
  const described = ({ id, path, method }: ServedRoute, answer: ReceivedAnswer): FieldValues => {
    const { status } = answer;
    const operation = method.toLowerCase();
    const response = document.paths[path]?.[operation]?.responses?.[status];
    assertPromise(response !== undefined, `${id} describes the status ${status}`, answer);
    const own = `paths/${path.replaceAll("/", "~1")}/${operation}/responses/${status}`;
    const at = response?.$ref?.slice("#/".length) ?? own;
    return bodyOf(answer, `${at}/content/application~1json/schema`);
  };
  const isError = (
    error: RaisedCondition,
    { status }: ReceivedAnswer,
    { error_code, domain }: FieldValues,
  ) => {
    const promised = answerToCondition(error, site.errors);
    return status === promised.status && error_code === promised.code && domain === promised.domain;
  };

  return {
    site,
    routes,
    send,
    isError,
    /** Calls a route; the body of a success has canonical names. */
    call: async (
      id: RouteId,
      fields: FieldValues,
      change: { key?: string; body?: string } = {},
    ) => {
      const route = routes.get(id) as ServedRoute;
      const { key, ...other } = change;
      const answer = await send({ ...requestOf(route, fields, site, key), ...other });
      const body = described(route, answer);
      return { ...answer, body: answer.status < 300 ? (decode(body).value as FieldValues) : body };
    },
    /** A wrong method is answered with the methods that are right; an unknown address as unknown. */
    checkAddress: async (method: string, target: string): Promise<void> => {
      const answer = await send({ method, target, headers: {} });
      const here = routes.values().filter(({ path }) => path === target);
      const methods = [...here].map((route) => route.method).sort();
      const condition = methods.length > 0 ? "methodNotAllowed" : "unknownRoute";
      const refused = isError(
        { group: "gateway", condition },
        answer,
        bodyOf(answer, "components/schemas/Error"),
      );
      assertPromise(refused, `${method} ${target} is answered as ${condition}`, answer);
      const allowed = answer.headers.allow?.split(", ").sort() ?? [];
      assertPromise(allowed.join() === methods.join(), "Allow names the right methods", answer);
    },
    /** No route answers a request without credentials but as the site promises (specification §7.1). */
    checkClosed: async (): Promise<void> => {
      for (const route of routes.values()) {
        const sent = { method: route.method, target: route.path, headers: {} };
        const answer = await send(sent, false);
        const promise = `${route.id} answers nobody without credentials`;
        assertPromise(answer.status >= 300, promise, answer);
        const body = described(route, answer);
        const refused = (["unauthenticated", "forbidden"] as const).some((condition) =>
          isError({ group: "gateway", condition }, answer, body),
        );
        assertPromise(refused, promise, answer);
      }
    },
  };
};

export type ServiceContract = ReturnType<typeof contractOf>;
