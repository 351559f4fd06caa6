import { within } from "#lib/domain/operation.ts";
import { boxItemKey } from "#lib/store/keys.ts";
import { readItems } from "#lib/store/query.ts";
import { type Bench, requestTo } from "../bench/service.ts";
import { stepsOn, type Unused } from "../bench/steps.ts";

/** Milliseconds to read a save back. */
const patience = 10_000;

/** The names of one start, which no other has. */
export const unusedIn = (start: number): Unused => {
  const named = (head: string) => Array.from({ length: 5 }, (_, at) => `${head}${start}-${at}`);
  return { goods: named("PO"), boxes: named("BX"), locations: named("L") };
};

/**
 * A request that a function was not sent before, and the check of its answer and of what must be in the table after it. What it needs
 * is made first: of all operations in their order, those before it. A save is of goods that the ERP was asked about already.
 */
export const firstRequest = async ({ site, table, prepared }: Bench, id: string, start: number) => {
  const steps = stepsOn(unusedIn(start), site);
  const wanted = steps.find((step) =>
    id === "post-box" ? step.id === "save" : step.id !== undefined && step.route === id,
  );
  for (const step of wanted ? steps.slice(0, steps.indexOf(wanted)) : [])
    await prepared(step.route, step.fields, step.refused)();
  const expected = wanted ? site.success[wanted.route] : site.errors.gateway.unknownRoute.status;
  return {
    event: wanted
      ? requestTo(wanted.route, wanted.fields, site)
      : { httpMethod: "GET", path: "/no-such-route", headers: {} },
    /** @throws Error when the answer or what is in the table is not as it must be */
    check: async (statusCode: number) => {
      if (statusCode !== expected) throw new Error(`${id} answered ${statusCode}, not ${expected}`);
      if (id !== "post-box" || !wanted) return;
      const { box_no, zongpai, quantity } = wanted.fields as {
        box_no: string;
        zongpai: string;
        quantity: number;
      };
      const [item] = await readItems(table, [boxItemKey(box_no, zongpai)], within(patience));
      if (item?.quantity !== quantity)
        throw new Error(`${id} answered that it saved, and the table holds no such item`);
    },
  };
};
