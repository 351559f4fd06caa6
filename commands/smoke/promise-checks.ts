import { randomUUID } from "node:crypto";
import { exampleRequestOf } from "#lib/openapi/examples.ts";
import { v1 } from "#lib/routes.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { FieldValues } from "../contract/request.ts";
import type { PromiseCheck } from "./check.ts";

/** What every answer promises, on data that need not be known; nothing of it writes. */
export const promiseChecks = ({
  site,
  routes,
  call,
  isError,
  checkAddress,
}: ServiceContract): PromiseCheck[] => {
  const refused = (
    what: string,
    condition: "invalidQuantity" | "invalidBoxNo" | "malformedJson",
    fields: FieldValues,
    change: { body?: string } = {},
  ): PromiseCheck => ({
    name: `a ${what} is refused`,
    run: async () => {
      const example = exampleRequestOf(v1["post-box"], site);
      const answer = await call("post-box", { ...example, ...fields }, change);
      const right = isError({ group: "product", condition }, answer, answer.body);
      assertPromise(right, `it is answered as ${condition}`, answer);
    },
  });
  const wrongBoxNo =
    ["!", "", "\u2028"].find((text) => !site.formats.boxNo.pattern.test(text)) ?? "\u0000";
  const served = [...routes.values()];
  const { path = "", method = "" } = served[0] ?? {};
  const wrongMethod = ["PUT", "PATCH", "DELETE", "GET", "POST"].find(
    (candidate) => !served.some((one) => one.path === path && one.method === candidate),
  );
  const reads = served.filter(
    (one) => one.method === "GET" && one.id !== "get-attachment-categories",
  );
  return [
    {
      name: `the service is that of the site ${site.name}: it lists its attachment categories`,
      run: async () => {
        const answer = await call("get-attachment-categories", {});
        const codes = site.attachment.categories.map(({ code }) => code).join();
        const rows = answer.body.categories as FieldValues[] | undefined;
        const found = rows?.map(({ category }) => category).join();
        assertPromise(found === codes, `the categories are ${codes}`, answer);
      },
    },
    ...reads.map(({ id }) => ({
      name: `${id} answers as described`,
      run: () => call(id, exampleRequestOf(v1[id], site)),
    })),
    {
      name: "an unknown address is answered as unknown",
      run: () => checkAddress(method, `${site.basePath}/smoke-${randomUUID()}`),
    },
    {
      name: "a wrong method is answered with the right ones",
      run: () => checkAddress(wrongMethod ?? "OPTIONS", path),
    },
    refused("wrong quantity", "invalidQuantity", { quantity: -1 }),
    refused("wrong box number", "invalidBoxNo", { box_no: wrongBoxNo }),
    refused("body that is no JSON", "malformedJson", {}, { body: "{" }),
  ];
};
