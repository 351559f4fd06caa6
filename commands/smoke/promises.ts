import { randomUUID } from "node:crypto";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { accessOf } from "#lib/http/route.ts";
import { wireOf } from "#lib/http/wire.ts";
import { exampleRequest } from "#lib/openapi/examples.ts";
import { v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { judgeAddress } from "../contract/addresses.ts";
import type { Contract } from "../contract/contract.ts";
import type { Operation } from "../contract/description.ts";
import { codeOf, must } from "../contract/judge.ts";
import { requestOf, type Sent } from "../contract/request.ts";

/** One promise and how to see whether it is kept, or why it cannot be seen here. */
export type Check = { readonly name: string; readonly asksErp?: boolean } & (
  | { readonly run: () => Promise<void> }
  | { readonly skipped: string }
);

type Values = Readonly<Record<string, unknown>>;
type Rows = readonly Values[];

/** The first example of a route's request, under the site's names. */
const exampleOf = (id: string, site: Site) =>
  wireOf(site).encode(exampleRequest(v1[id as RouteId], site)) as Values;

/** What every answer promises, on data that need not be known; nothing of it writes. */
export const promises = (contract: Contract): Check[] => {
  const { site, operations, judge, send } = contract;
  const find = (id: RouteId) => operations.find((operation) => operation.id === id) as Operation;
  const postBox = find("post-box");
  const address = async (sent: Sent) => judgeAddress(contract, sent, await send(sent));
  const invalid = async (sent: Sent, code: string | undefined) => {
    const answer = await send(sent);
    must(judge.refused(postBox, answer).error_code === code, `it is told as ${code}`, answer);
  };
  const changed = (field: string, value: unknown) =>
    requestOf(postBox, { ...exampleOf(postBox.id, site), [field]: value });
  const wrongBoxNo =
    ["!", "", "\u2028"].find((text) => !site.formats.boxNo.pattern.test(text)) ?? "\u0000";
  const methods = ["PUT", "PATCH", "DELETE", "GET", "POST"];
  const [{ path, method } = postBox] = operations;
  const wrongMethod = methods.find(
    (candidate) => !operations.some((known) => known.path === path && known.method === candidate),
  );
  return [
    {
      name: `the service is that of the site ${site.name}: it lists its attachment categories`,
      run: async () => {
        const categories = find("get-attachment-categories");
        const answer = await send(requestOf(categories, {}));
        const rows = judge.accepted(categories, answer)[site.fields.categories] as Rows | undefined;
        const codes = site.attachment.categories.map(({ code }) => code).join();
        must(
          rows?.map((row) => row[site.fields.category]).join() === codes,
          `the categories are ${codes}`,
          answer,
        );
      },
    },
    ...operations
      .filter(
        (operation) => operation.method === "GET" && operation.id !== "get-attachment-categories",
      )
      .map((operation) => ({
        name: `${operation.id} answers as described`,
        asksErp: accessOf(v1[operation.id as RouteId], site).erp,
        run: async () =>
          void judge.accepted(
            operation,
            await send(requestOf(operation, exampleOf(operation.id, site))),
          ),
      })),
    {
      name: "an unknown address is told as unknown",
      run: () => address({ method, target: `${site.basePath}/smoke-${randomUUID()}`, headers: {} }),
    },
    {
      name: "a wrong method is told with the right ones",
      run: () => address({ method: wrongMethod ?? "OPTIONS", target: path, headers: {} }),
    },
    {
      name: "a wrong quantity is refused",
      run: () =>
        invalid(changed(site.fields.quantity, -1), codeOf(site, "product", "invalidQuantity")),
    },
    {
      name: "a wrong box number is refused",
      run: () =>
        invalid(changed(site.fields.box_no, wrongBoxNo), codeOf(site, "product", "invalidBoxNo")),
    },
    {
      name: "a body that is no JSON is refused",
      run: () =>
        invalid({ ...requestOf(postBox, {}), body: "{" }, codeOf(site, "product", "malformedJson")),
    },
  ];
};
