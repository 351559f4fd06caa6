import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { boxItemKey } from "#lib/store/keys.ts";
import { type Bench, requestTo } from "../bench/service.ts";
import { stepsOn } from "../bench/steps.ts";
import { unusedIn } from "./unused.ts";

const unknown = { httpMethod: "GET", path: "/no-such-route", headers: {} };

let starts = 0;

/**
 * A request that a function was not sent before, and the check of its answer and of what must be in the table after it. What it needs
 * is made first: of all operations in their order, those before it. A save is of goods that the ERP was asked about already.
 */
export const firstRequest = async ({ site, table, prepared }: Bench, id: string) => {
  const steps = stepsOn(unusedIn(starts++), site);
  const wanted = steps.find((step) => (id === "post-box" ? step.id === "save" : step.id !== undefined && step.route === id));
  for (const step of wanted ? steps.slice(0, steps.indexOf(wanted)) : []) await prepared(step.route, step.fields, step.refused)();
  const expected = wanted ? site.success[wanted.route] : site.errors.gateway.unknownRoute.status;
  return {
    event: wanted ? requestTo(wanted.route, wanted.fields, site) : unknown,
    /** @throws Error when the answer or what is in the table is not as it must be */
    check: async (statusCode: number) => {
      if (statusCode !== expected) throw new Error(`it answered ${statusCode}, not ${expected}`);
      if (id !== "post-box" || !wanted) return;
      const { box_no, zongpai, quantity } = wanted.fields as { box_no: string; zongpai: string; quantity: number };
      const Key = boxItemKey(box_no, zongpai);
      const { Item } = await table.documents.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
      if (Item?.quantity !== quantity) throw new Error("it answered that it saved, and the table holds no such item");
    },
  };
};
