import { expect, it } from "vitest";
import { exampleEvent } from "#infra/bundle/example-event.ts";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { openedSite } from "./opened-site.ts";

const opened = async (profile: Site) => {
  const { site, send } = await openedSite(profile, seedDemoErp);
  return async (id: "post-box" | "get-box-info") => {
    const route = routesOf(site).find((served) => served.id === id);
    const answer = route && (await send(id, exampleEvent(route, site)));
    const body = JSON.parse(answer?.body ?? "{}") as Record<string, unknown>;
    return { status: answer?.statusCode, body };
  };
};

it("two sites answer from one process, each in its own words and from its own table", async () => {
  const [one, other] = await Promise.all([opened(demo), opened(odd)]);
  const saved = await Promise.all([one("post-box"), other("post-box")]);
  const shown = await Promise.all([one("get-box-info"), other("get-box-info")]);
  for (const [at, { success, fields, formats }] of [demo, odd].entries()) {
    expect(saved[at]?.status).toBe(success["post-box"]);
    expect(saved[at]?.body[fields.box_no]).toBe(formats.boxNo.example);
    expect(shown[at]?.body[fields.items]).toHaveLength(1);
  }
  expect(odd.fields.items).not.toBe(demo.fields.items);
});
