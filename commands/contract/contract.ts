import { Ajv2020 } from "ajv/dist/2020.js";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { type Condition, conditions, type ErrorGroup } from "#lib/errors.ts";
import { describeApi } from "#lib/openapi/description.ts";
import { routesOf, type ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Received, Send, Values } from "./request.ts";

type Responses = Readonly<Record<string, { readonly $ref?: string }>>;
type Described = Record<string, Record<string, { readonly responses?: Responses }>>;

/** A route, and what is wrong with the body of an answer with this status, if anything. */
export type Operation = ServedRoute & {
  readonly faultOf: (status: number, body: unknown) => string | undefined;
};

export const must = (right: boolean, promise: string, { status, text }: Received): void => {
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  if (!right) throw new Error(`${promise}; the answer was ${status} ${shown}`);
};

/** The code that a site gives a condition in a group. */
export const codeOf = (site: Site, group: ErrorGroup, condition: Condition): string | undefined => {
  const row = conditions[condition];
  if ("fixedCode" in row) return row.fixedCode;
  const answers: Readonly<Record<string, { readonly status: number; readonly code?: string }>> =
    site.errors[group];
  return answers[condition]?.code;
};

const operationsOf = (site: Site): ReadonlyMap<RouteId, Operation> => {
  const document = JSON.parse(JSON.stringify(describeApi(site))) as { paths: Described };
  // Not zod, which the service parses with: the check must not share its faults. What an instant is, its pattern says.
  const ajv = new Ajv2020({ strict: false, formats: { "date-time": true }, validateSchema: false });
  ajv.addSchema(document, "api");
  return new Map(
    routesOf(site).map((route) => {
      const { id, path } = route;
      const method = route.method.toLowerCase();
      const { responses = {} } = document.paths[path]?.[method] ?? {};
      const faultOf = (status: number, body: unknown) => {
        const described = responses[status];
        if (!described) return `${id} does not describe the status ${status}`;
        const pointer = `#/paths/${path.replaceAll("/", "~1")}/${method}/responses/${status}`;
        const $ref = `api${described.$ref ?? pointer}/content/application~1json/schema`;
        return ajv.validate({ $ref }, body) ? undefined : ajv.errorsText();
      };
      return [id, { ...route, faultOf }];
    }),
  );
};

/** Every answer: JSON, no fault of the service; an error has exactly the three fields (specification §7.1). @throws Error that says what was promised */
const checked = (site: Site, answer: Received): Values => {
  const { status, text, headers } = answer;
  const { erpUnavailable } = site.errors.product;
  const silent = status === erpUnavailable.status && text.includes(`"${erpUnavailable.code}"`);
  must(!silent, "the ERP answers within erp.lookupTimeout (see npm run erp:check)", answer);
  must(status < 500 && status !== 429, "nothing that is sent is a fault of the service", answer);
  must(headers["content-type"] === "application/json", "every answer is application/json", answer);
  const body = JSON.parse(text) as Values;
  const names = Object.keys(body).sort().join();
  const shaped = status < 300 || names === "domain,error_code,message";
  must(shaped, "an error has exactly error_code, message and domain", answer);
  return body;
};

/** What a site's service promises, and how it is asked. */
export const contractOf = (site: Site, send: Send) => {
  const operations = operationsOf(site);
  return {
    site,
    operations,
    send,
    any: (answer: Received) => checked(site, answer),
    /** An answer of an operation: its status is described, and its body is what is described for it. */
    described: ({ id, faultOf }: Operation, answer: Received): Values => {
      const body = checked(site, answer);
      const right = answer.status >= 300 || answer.status === site.success[id];
      must(right, `${id} succeeds with ${site.success[id]}`, answer);
      const wrong = faultOf(answer.status, body);
      must(wrong === undefined, `the answer is as described (${wrong})`, answer);
      return body;
    },
    /** Whether an error has the code that the site gives this condition. */
    hasCode: (body: Values, group: ErrorGroup, condition: Condition) =>
      body.error_code === codeOf(site, group, condition),
  };
};

export type Contract = ReturnType<typeof contractOf>;

/** A wrong method is answered with the methods that are right; an unknown address as unknown. */
export const checkAddress = async (
  { operations, send, any, hasCode, site }: Contract,
  method: string,
  target: string,
): Promise<void> => {
  const answer = await send({ method, target, headers: {} });
  const methods = [...operations.values()].flatMap((one) =>
    one.path === target ? [one.method] : [],
  );
  const condition = methods.length > 0 ? "methodNotAllowed" : "unknownRoute";
  const refused =
    hasCode(any(answer), "gateway", condition) &&
    answer.status === site.errors.gateway[condition].status;
  must(refused, `${method} ${target} is answered as ${condition}`, answer);
  const allowed = (answer.headers.allow ?? "").split(", ").sort().join();
  const right = methods.length === 0 || allowed === methods.sort().join();
  must(right, "Allow names the right methods", answer);
};

/** Where an operation answers a request without credentials otherwise than the site promises (specification §7.1), a sentence each. */
export const openRoutes = async (contract: Contract): Promise<string[]> => {
  const { site, operations, send, any, hasCode } = contract;
  const open: string[] = [];
  for (const { id, method, path } of operations.values())
    try {
      const answer = await send({ method, target: path, headers: {} }, false);
      const body = any(answer);
      const refused = (["unauthenticated", "forbidden"] as const).some(
        (condition) =>
          answer.status === site.errors.gateway[condition].status &&
          hasCode(body, "gateway", condition),
      );
      must(refused, `${id} answers nobody without credentials`, answer);
    } catch (error) {
      open.push((error as Error).message);
    }
  return open;
};
