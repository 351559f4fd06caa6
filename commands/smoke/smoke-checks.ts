import { randomUUID } from "node:crypto";
import { exampleRequestOf } from "#lib/openapi/examples.ts";
import { v1 } from "#lib/routes.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import { type FieldValues, Hindered } from "../contract/request.ts";
import { NotKnown, type PromiseCheck } from "./check.ts";
import type { ExpectedCaller } from "./credentials.ts";
import type { GoodsAndBox } from "./goods-and-box.ts";
import { scanCheck, scanRoutes } from "./scan-check.ts";

type SmokeCheckSettings = {
  /** The goods and the box, or the reason why there are none. */
  readonly pair: GoodsAndBox | string;
  readonly caller: ExpectedCaller;
  readonly readOnly?: boolean;
  /** Whether the service checks credentials. */
  readonly isSigned: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly recorded: unknown[];
};

/** The checks of the smoke test. The first one finds out whether the service answers as the site. */
export const smokeChecks = (
  contract: ServiceContract,
  { pair, readOnly = false, isSigned, ...scan }: SmokeCheckSettings,
): PromiseCheck[] => {
  const { site, call, isError, checkAddress, checkClosed } = contract;
  const isPairNamed = typeof pair !== "string";
  const exampleBox = exampleRequestOf(v1["get-box-info"], site);

  const listCategories = async (): Promise<void> => {
    const answer = await call("get-attachment-categories", {});
    const rows = answer.body.categories as readonly FieldValues[] | undefined;
    const found = rows?.map(({ category }) => category).join();
    const codes = site.attachment.categories.map(({ code }) => code).join();
    assertPromise(found === codes, `the categories are ${codes}`, answer);
  };
  const lookUpBox = async (): Promise<void> => {
    const answer = await call("get-box-info", isPairNamed ? { box_no: pair.box } : exampleBox);
    const isUnknown = isError({ group: "product", condition: "boxNotFound" }, answer);
    const hasRow = answer.body.erp_state === site.erp.states.live;
    // Without a named box, the service asks for an example, which the ERP need not have.
    const isAnswered = hasRow || (isUnknown && !isPairNamed);
    assertPromise(isAnswered, "the ERP has a row of the box", answer, Hindered);
  };
  const refuseEmptyScans = async (): Promise<void> => {
    for (const id of scanRoutes(contract)) {
      const answer = await call(id, {});
      assertPromise(answer.status >= 400, `${id} refuses an empty request`, answer);
    }
  };
  const refuseWrongBody = async (): Promise<void> => {
    const answer = await call("post-box", {}, { body: "{" });
    const isRefused = isError({ group: "product", condition: "malformedJson" }, answer);
    assertPromise(isRefused, "it is answered as malformedJson", answer);
  };
  const scanOf = (): PromiseCheck => {
    if (isPairNamed) return scanCheck(contract, { ...scan, pair });
    return { name: "something is written", run: () => Promise.reject(new NotKnown(pair)) };
  };

  return [
    {
      name: `the service belongs to the site ${site.name}: it lists its attachment categories`,
      probe: "site",
      run: listCategories,
    },
    { name: "the service asks the ERP", probe: "look-up", run: lookUpBox },
    ...(readOnly
      ? []
      : [{ name: "empty scans are refused", probe: "rights", run: refuseEmptyScans } as const]),
    { name: "a body that is not JSON is refused", run: refuseWrongBody },
    {
      name: "an unknown address is answered as unknown",
      run: () => checkAddress("GET", `${site.basePath}/smoke-${randomUUID()}`),
    },
    ...(isSigned
      ? [{ name: "no scan is taken without credentials", run: () => checkClosed(["post-box"]) }]
      : []),
    ...(readOnly ? [] : [scanOf()]),
  ];
};
