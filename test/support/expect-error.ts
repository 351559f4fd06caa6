import { expect } from "vitest";
import { type Condition, conditions, type ErrorGroup } from "#lib/errors.ts";
import { groupOf } from "#lib/http/route.ts";
import { v1 } from "#lib/routes.ts";
import { type Answer, call } from "./client.ts";
import { site } from "./site.ts";

/** Words of what the service is built on, or of a fault inside it; and zod's own, where a field has no sentence. */
const leaks =
  /Unrecognized key|Invalid input|Too (small|big):|sqlite|select |dynamodb|aws|amazon|node_modules|\.ts:|exception|undefined|\[object/i;

/** The site's answer to a condition, in the one shape of every error (specification §7.1). */
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
  expectErrorBody(answer);
};

/** The shape alone: three fields, as JSON, without words of the inside unless the answer echoes the request. */
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

/** Calls a route that must refuse, as the site refuses in the group of the route. */
export const refused = async (
  condition: Condition,
  ...request: Parameters<typeof call>
): Promise<Answer> => {
  const answer = await call(...request);
  expectError(answer, condition, groupOf(v1[request[0]]));
  return answer;
};
