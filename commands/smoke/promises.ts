import { randomUUID } from "node:crypto";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { exampleRequest } from "#lib/openapi/examples.ts";
import { v1 } from "#lib/routes.ts";
import { type Contract, checkAddress, must, type Operation } from "../contract/contract.ts";
import { requestOf, type Sent, type Values } from "../contract/request.ts";

/** One promise and how to see whether it is kept, or why it cannot be seen on this service. */
export type Check = { readonly name: string } & (
  | { readonly run: () => Promise<unknown> }
  | { readonly skipped: string }
);

/** What every answer promises, on data that need not be known; nothing of it writes. */
export const promises = (contract: Contract): Check[] => {
  const { site, operations, described, hasCode, send } = contract;
  const find = (id: RouteId) => operations.get(id) as Operation;
  const exampleOf = (id: RouteId) => exampleRequest(v1[id], site);
  const read = async (id: RouteId, fields: Values) => {
    const answer = await send(requestOf(find(id), fields, site));
    return { answer, body: described(find(id), answer) };
  };
  const postBox = find("post-box");
  const refused = (
    what: string,
    condition: "invalidQuantity" | "invalidBoxNo" | "malformedJson",
    fields: Values,
    sent: Partial<Sent> = {},
  ): Check => ({
    name: `a ${what} is refused`,
    run: async () => {
      const request = requestOf(postBox, { ...exampleOf("post-box"), ...fields }, site);
      const answer = await send({ ...request, ...sent });
      const right = hasCode(described(postBox, answer), "product", condition);
      must(right, `it is answered as ${condition}`, answer);
    },
  });
  const wrongBoxNo =
    ["!", "", "\u2028"].find((text) => !site.formats.boxNo.pattern.test(text)) ?? "\u0000";
  const [{ path, method } = postBox] = operations.values();
  const wrongMethod = ["PUT", "PATCH", "DELETE", "GET", "POST"].find((candidate) =>
    operations.values().every((known) => known.path !== path || known.method !== candidate),
  );
  const reads = [...operations.values()].filter(
    (one) => one.method === "GET" && one.id !== "get-attachment-categories",
  );
  return [
    {
      name: `the service is that of the site ${site.name}: it lists its attachment categories`,
      run: async () => {
        const { answer, body } = await read("get-attachment-categories", {});
        const rows = body[site.fields.categories] as Values[] | undefined;
        const codes = site.attachment.categories.map(({ code }) => code).join();
        const found = rows?.map((row) => row[site.fields.category]).join();
        must(found === codes, `the categories are ${codes}`, answer);
      },
    },
    ...reads.map(({ id }) => ({
      name: `${id} answers as described`,
      run: () => read(id, exampleOf(id)),
    })),
    {
      name: "an unknown address is answered as unknown",
      run: () => checkAddress(contract, method, `${site.basePath}/smoke-${randomUUID()}`),
    },
    {
      name: "a wrong method is answered with the right ones",
      run: () => checkAddress(contract, wrongMethod ?? "OPTIONS", path),
    },
    refused("wrong quantity", "invalidQuantity", { quantity: -1 }),
    refused("wrong box number", "invalidBoxNo", { box_no: wrongBoxNo }),
    refused("body that is no JSON", "malformedJson", {}, { body: "{" }),
  ];
};
