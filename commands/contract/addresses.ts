import fc from "fast-check";
import type { Condition } from "#lib/errors.ts";
import { preflightOf } from "#lib/http/cross-origin.ts";
import type { Contract } from "./contract.ts";
import { codeOf, must } from "./judge.ts";
import type { Received, Sent } from "./request.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Requests to addresses and with methods that the service does not have, and what each must be told. */
export const strangeAddresses = ({ site, operations }: Contract): fc.Arbitrary<Sent> => {
  const paths = operations.map(({ path }) => path);
  const altered = fc
    .tuple(
      fc.constantFrom(...paths),
      fc.constantFrom("/", "/x", "x", "%00", "/..%2f", "%20", ";a=b", "//"),
      fc.boolean(),
    )
    .map(([path, extra, upper]) => (upper ? path.toUpperCase() : path) + extra);
  const anything = fc
    .array(fc.string())
    .map((parts) => `/${parts.map(encodeURIComponent).join("/")}`);
  const path = fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...paths) },
      { weight: 1, arbitrary: altered },
      { weight: 1, arbitrary: anything },
    )
    // As it is sent: without steps upwards.
    .map((target) => new URL(`http://host${target}`).pathname);
  return (
    fc
      .record({ method: fc.constantFrom(...methods), target: path })
      // Where pages of another origin may call, a browser's question is answered at every address.
      .filter(({ method }) => method !== "OPTIONS" || !preflightOf(site))
      .filter(
        ({ method, target }) =>
          !operations.some((operation) => operation.path === target && operation.method === method),
      )
      .map((sent) => ({ ...sent, headers: {} }))
  );
};

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

/** Another text of the same make: the letter or digit in the middle is changed, which leaves a token its parts and spoils one of them. */
const spoilt = (value: string): string => {
  const middle = Math.floor((value.length * 2) / 3);
  return value.slice(0, middle) + (value[middle] === "x" ? "y" : "x") + value.slice(middle + 1);
};

type WrongCredentials = readonly (readonly [
  title: string,
  headers: Readonly<Record<string, string>>,
])[];

export const noCredentials = ["without credentials", {}] as const;

const eachOf = (headers: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]));

/** Credentials that must open nothing: none, nonsense, and the right ones with one character changed. */
export const wrongCredentials = (
  credentials: Readonly<Record<string, string>>,
): WrongCredentials => [
  noCredentials,
  ["with nonsense for credentials", eachOf(credentials, () => "nonsense")],
  ["with credentials that were changed", eachOf(credentials, spoilt)],
];

/** Where an operation answers to wrong credentials otherwise than the site answers to strangers (specification §7.1), a sentence each. */
export const openRoutes = async (
  { site, operations, judge, send }: Contract,
  wrong: WrongCredentials,
): Promise<string[]> => {
  const told = (["unauthenticated", "forbidden"] as const).map((condition) => ({
    status: site.errors.gateway[condition].status,
    code: codeOf(site, "gateway", condition),
  }));
  const open: string[] = [];
  for (const { id, method, path } of operations)
    try {
      for (const [title, headers] of wrong) {
        const answer = await send({ method, target: path, headers }, false);
        const { error_code: code } = judge.any(answer);
        const refused = told.some((one) => one.status === answer.status && one.code === code);
        must(refused, `${id} answers nobody ${title}`, answer);
      }
    } catch (error) {
      open.push((error as Error).message);
    }
  return open;
};
