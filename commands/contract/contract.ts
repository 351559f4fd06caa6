import { Ajv2020 } from "ajv/dist/2020.js";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { type Condition, conditions, type ErrorGroup } from "#lib/errors.ts";
import { wireOf } from "#lib/http/wire.ts";
import { describeApi } from "#lib/openapi/description.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Operation, Received, Send } from "./request.ts";

type Values = Readonly<Record<string, unknown>>;
type Reference = { readonly $ref?: string };
type Described = { readonly requestBody?: object; readonly responses?: Record<string, Reference> };

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
  const document = JSON.parse(JSON.stringify(describeApi(site))) as {
    paths: Record<string, Record<string, Described>>;
  };
  // Not zod, which the service parses with: the check must not share its faults. What an instant is, its pattern says.
  const ajv = new Ajv2020({ strict: false, formats: { "date-time": true }, validateSchema: false });
  ajv.addSchema(document, "api");
  const { nameOf } = wireOf(site);
  const { idempotencyKey } = site.extensions;
  const header = idempotencyKey && "header" in idempotencyKey ? idempotencyKey.header : undefined;
  return new Map(
    routesOf(site).map(({ id, method, path, ...route }) => {
      const { [method.toLowerCase()]: described } = document.paths[path] ?? {};
      const { requestBody, responses = {} } = described ?? {};
      const bodyOf = (status: number) => {
        const pointer = `#/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses/${status}`;
        return `api${responses[status]?.$ref ?? pointer}/content/application~1json/schema`;
      };
      const operation: Operation = {
        ...{ id, method, path, takesBody: requestBody !== undefined },
        inQuery: new Set((route.queryFields ?? []).map((field) => String(nameOf(field)))),
        keyHeader: route.kind === "write" ? header : undefined,
        success: site.success[id],
        faultOf: (status, body) => {
          if (!responses[status]) return `${id} does not describe the status ${status}`;
          return ajv.validate({ $ref: bodyOf(status) }, body) ? undefined : ajv.errorsText();
        },
      };
      return [id, operation];
    }),
  );
};

type Answer = { readonly status: number; readonly code?: string };

const isAnswered = ({ status, text }: Received, answer: Answer): boolean =>
  status === answer.status && text.includes(JSON.stringify(answer.code));

/** Whether a service says that its ERP did not answer. */
export const erpIsSilent = ({ errors }: Site, answer: Received): boolean =>
  isAnswered(answer, errors.product.erpUnavailable);

/** Whether the gateway, or the service, lets no more requests through. */
export const isThrottled = ({ errors }: Site, answer: Received): boolean =>
  isAnswered(answer, errors.gateway.throttled);

/** Every answer: JSON, no fault of the service; an error has exactly the three fields (specification §7.1). @throws Error that says what was promised */
const checked = (site: Site, answer: Received): Values => {
  const { status, text, headers } = answer;
  const lookup =
    "the ERP answers within erp.lookupTimeout (it is slow or not there, see npm run erp:check)";
  must(!erpIsSilent(site, answer), lookup, answer);
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
    described: ({ id, success, faultOf }: Operation, answer: Received): Values => {
      const body = checked(site, answer);
      const right = answer.status >= 300 || answer.status === success;
      must(right, `${id} succeeds with ${success}`, answer);
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
  const right = [...operations.values()].filter(({ path }) => path === target);
  const condition = right.length > 0 ? "methodNotAllowed" : "unknownRoute";
  const refused =
    hasCode(any(answer), "gateway", condition) &&
    answer.status === site.errors.gateway[condition].status;
  must(refused, `${method} ${target} is answered as ${condition}`, answer);
  const allowed = (answer.headers.allow ?? "").split(", ").sort().join();
  const methods = right.map((one) => one.method);
  must(
    right.length === 0 || allowed === methods.sort().join(),
    "Allow names the right methods",
    answer,
  );
};

/** Where an operation answers a request without credentials otherwise than the site promises (specification §7.1), a sentence each. */
export const openRoutes = async ({
  site,
  operations,
  send,
  any,
  hasCode,
}: Contract): Promise<string[]> => {
  const { gateway } = site.errors;
  const open: string[] = [];
  for (const { id, method, path } of operations.values())
    try {
      const answer = await send({ method, target: path, headers: {} }, false);
      const body = any(answer);
      const refused = (["unauthenticated", "forbidden"] as const).some(
        (condition) =>
          answer.status === gateway[condition].status && hasCode(body, "gateway", condition),
      );
      must(refused, `${id} answers nobody without credentials`, answer);
    } catch (error) {
      open.push((error as Error).message);
    }
  return open;
};
