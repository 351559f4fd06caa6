import type { Condition } from "#lib/errors.ts";
import type { Contract } from "./contract.ts";
import { codeOf, must } from "./judge.ts";
import type { Received, Sent } from "./request.ts";

/** A wrong method is told with the methods that are right; an unknown address is told as unknown. */
export const judgeAddress = (
  { site, operations, judge }: Contract,
  { method, target }: Sent,
  answer: Received,
): void => {
  const body = judge.any(answer);
  const right = operations.filter(({ path }) => path === target);
  const condition: Condition = right.length > 0 ? "methodNotAllowed" : "unknownRoute";
  must(
    answer.status === site.errors.gateway[condition].status &&
      body.error_code === codeOf(site, "gateway", condition),
    `${method} is told as ${condition}`,
    answer,
  );
  const inOrder = (names: readonly string[]) => names.toSorted().join();
  const allowed = inOrder((answer.headers.allow ?? "").split(", "));
  must(
    right.length === 0 || allowed === inOrder(right.map((one) => one.method)),
    "Allow names the right methods",
    answer,
  );
};

/** Where an operation answers a request without credentials otherwise than the site promises (specification §7.1), a sentence each. */
export const openRoutes = async ({
  site,
  operations,
  judge,
  send,
}: Contract): Promise<string[]> => {
  const refusals = (["unauthenticated", "forbidden"] as const).map((condition) => ({
    status: site.errors.gateway[condition].status,
    code: codeOf(site, "gateway", condition),
  }));
  const open: string[] = [];
  for (const { id, method, path } of operations)
    try {
      const answer = await send({ method, target: path, headers: {} }, false);
      const { error_code: code } = judge.any(answer);
      const refused = refusals.some((one) => one.status === answer.status && one.code === code);
      must(refused, `${id} answers nobody without credentials`, answer);
    } catch (error) {
      open.push((error as Error).message);
    }
  return open;
};
