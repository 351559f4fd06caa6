import { randomUUID } from "node:crypto";
import { exampleRequestOf } from "#lib/openapi/examples.ts";
import { v1 } from "#lib/routes.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { FieldValues } from "../contract/request.ts";
import type { PromiseCheck } from "./check.ts";

/** Checks promises that hold for any data. They write nothing. */
export const promiseChecks = ({
  site,
  routes,
  call,
  isError,
  checkAddress,
}: ServiceContract): PromiseCheck[] => {
  const refusalCheck = (
    subject: string,
    condition: "invalidQuantity" | "invalidBoxNo" | "malformedJson",
    fields: FieldValues,
    override: { body?: string } = {},
  ): PromiseCheck => ({
    name: `a ${subject} is refused`,
    run: async () => {
      const example = exampleRequestOf(v1["post-box"], site);
      const answer = await call("post-box", { ...example, ...fields }, override);
      const isRefused = isError({ group: "product", condition }, answer, answer.body);
      assertPromise(isRefused, `it is answered as ${condition}`, answer);
    },
  });
  const wrongBoxNo =
    ["!", "", "\u2028"].find((text) => !site.formats.boxNo.pattern.test(text)) ?? "\u0000";
  const servedRoutes = [...routes.values()];
  const { path = "", method = "" } = servedRoutes[0] ?? {};
  const wrongMethod = ["PUT", "PATCH", "DELETE", "GET", "POST"].find(
    (candidate) => !servedRoutes.some((route) => route.path === path && route.method === candidate),
  );
  const readRoutes = servedRoutes.filter(
    (route) => route.method === "GET" && route.id !== "get-attachment-categories",
  );
  return [
    {
      name: `the service belongs to the site ${site.name}: it lists its attachment categories`,
      run: async () => {
        const answer = await call("get-attachment-categories", {});
        const codes = site.attachment.categories.map(({ code }) => code).join();
        const rows = answer.body.categories as FieldValues[] | undefined;
        const found = rows?.map(({ category }) => category).join();
        assertPromise(found === codes, `the categories are ${codes}`, answer);
      },
    },
    ...readRoutes.map(({ id }) => ({
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
    refusalCheck("wrong quantity", "invalidQuantity", { quantity: -1 }),
    refusalCheck("wrong box number", "invalidBoxNo", { box_no: wrongBoxNo }),
    refusalCheck("body that is not JSON", "malformedJson", {}, { body: "{" }),
  ];
};
