import { randomUUID } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020.js";
import { requestOf } from "#infra/request.ts";
import { answerToCondition, type RaisedCondition } from "#lib/errors.ts";
import { wireOf } from "#lib/http/wire.ts";
import { describeApi } from "#lib/openapi/description.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf, type ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { type FieldValues, Hindered, type ReceivedAnswer, type SendRequest } from "./request.ts";

type DescribedPaths = Record<
  string,
  Record<string, { responses?: Record<string, { $ref?: string }> }>
>;

/** @throws Error with the promise and the answer if the promise is broken */
export const assertPromise = (
  isKept: boolean,
  promise: string,
  { status, text }: ReceivedAnswer,
  Broken: new (message: string) => Error = Error,
): void => {
  const start = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  if (!isKept) throw new Broken(`${promise}; the answer was ${status} ${start}`);
};

/** Statuses that the gateway gives to a caller, whatever the service does. */
const refusedCallers = [401, 403];

/**
 * Makes functions that call a site's service and check its promises. A broken promise throws an Error that names it; an answer that depends
 * on the credentials, the load or the ERP throws Hindered.
 */
export const contractOf = (site: Site, send: SendRequest) => {
  const document = JSON.parse(JSON.stringify(describeApi(site))) as { paths: DescribedPaths };
  // The service parses with zod, and a check with zod would share its faults. The pattern of an instant is stricter than its format.
  const ajv = new Ajv2020({ strict: false, formats: { "date-time": true }, validateSchema: false });
  ajv.addSchema(document, "api");
  const routes = new Map(routesOf(site).map((route) => [route.id, route]));
  const { decode } = wireOf(site);
  const { erpUnavailable, throttled } = site.errors.product;
  const throttledStatuses = [429, throttled.status, site.errors.gateway.throttled.status];

  /** Sends a request. @throws Hindered if the credentials, the load or the ERP decided the answer */
  const sendUnhindered: SendRequest = async (sent, credentials = true) => {
    const answer = await send(sent, credentials);
    const { status, text } = answer;
    const keepPromise = (isKept: boolean, promise: string) =>
      assertPromise(isKept, promise, answer, Hindered);
    const isCallerRefused = credentials && refusedCallers.includes(status);
    keepPromise(!isCallerRefused, "the service accepts these credentials");
    const isThrottled = throttledStatuses.includes(status);
    keepPromise(!isThrottled, "the stage is open and has capacity");
    const { status: silentStatus, code } = erpUnavailable;
    const isErpSilent = status === silentStatus && text.includes(`"${code}"`);
    keepPromise(!isErpSilent, "the ERP answers in time (see npm run erp:check)");
    return answer;
  };

  const bodyOf = (answer: ReceivedAnswer, schema: string, subject: string): FieldValues => {
    const { status, text, headers } = answer;
    assertPromise(status < 500, `${subject} has no fault`, answer);
    assertPromise(
      headers["content-type"] === "application/json",
      "every answer is application/json",
      answer,
    );
    const body = JSON.parse(text) as FieldValues;
    const isAsDescribed = ajv.validate({ $ref: `api#/${schema}` }, body);
    assertPromise(isAsDescribed, `the answer is as described (${ajv.errorsText()})`, answer);
    return body;
  };
  /** Returns the body of an answer, after a check of its status and body against the description. */
  const describedBody = (
    { id, path, method }: ServedRoute,
    answer: ReceivedAnswer,
  ): FieldValues => {
    const { status } = answer;
    const operation = method.toLowerCase();
    const response = document.paths[path]?.[operation]?.responses?.[status];
    assertPromise(response !== undefined, `${id} describes the status ${status}`, answer);
    const ownPointer = `paths/${path.replaceAll("/", "~1")}/${operation}/responses/${status}`;
    const pointer = response?.$ref?.slice("#/".length) ?? ownPointer;
    return bodyOf(answer, `${pointer}/content/application~1json/schema`, id);
  };
  const isError = (
    error: RaisedCondition,
    { status, body }: { readonly status: number; readonly body: FieldValues },
  ) => {
    const { error_code, domain } = body;
    const promised = answerToCondition(error, site.errors);
    return status === promised.status && error_code === promised.code && domain === promised.domain;
  };

  return {
    site,
    routes,
    send,
    isError,
    /** Calls a route. The body of a success has canonical names. @throws Hindered */
    call: async (
      id: RouteId,
      fields: FieldValues,
      override: { key?: string; body?: string } = {},
    ) => {
      const route = routes.get(id) as ServedRoute;
      const newKey = route.kind === "write" ? randomUUID() : undefined;
      const { key = newKey, ...otherOverrides } = override;
      const request = requestOf(route, fields, site, key);
      const answer = await sendUnhindered({ ...request, ...otherOverrides });
      const body = describedBody(route, answer);
      const isSuccess = answer.status < 300;
      return { ...answer, body: isSuccess ? (decode(body).value as FieldValues) : body };
    },
    /** Checks that an address answers a wrong method with the allowed methods, and that an unknown address is answered as unknown. */
    checkAddress: async (method: string, target: string): Promise<void> => {
      const answer = await sendUnhindered({ method, target, headers: {} });
      const routesHere = routes.values().filter(({ path }) => path === target);
      const methods = [...routesHere].map((route) => route.method).sort();
      const condition = methods.length > 0 ? "methodNotAllowed" : "unknownRoute";
      const body = bodyOf(answer, "components/schemas/Error", target);
      const isRefused = isError({ group: "gateway", condition }, { ...answer, body });
      assertPromise(isRefused, `${method} ${target} is answered as ${condition}`, answer);
      const allowed = answer.headers.allow?.split(", ").sort() ?? [];
      assertPromise(allowed.join() === methods.join(), "Allow names the right methods", answer);
    },
    /** Checks that routes refuse a request without credentials as the site promises (specification §7.1). */
    checkClosed: async (ids: Iterable<RouteId> = routes.keys()): Promise<void> => {
      for (const id of ids) {
        const route = routes.get(id) as ServedRoute;
        const sent = { method: route.method, target: route.path, headers: {} };
        const answer = await sendUnhindered(sent, false);
        const promise = `${route.id} answers no caller without credentials`;
        assertPromise(answer.status >= 300, promise, answer);
        const body = describedBody(route, answer);
        const isRefused = (["unauthenticated", "forbidden"] as const).some((condition) =>
          isError({ group: "gateway", condition }, { ...answer, body }),
        );
        assertPromise(isRefused, promise, answer);
      }
    },
  };
};

export type ServiceContract = ReturnType<typeof contractOf>;
