import { describe, expect, it } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import type { Site } from "#lib/site/schema.ts";
import { missingLiveSettings } from "../../commands/deploy/live-settings.ts";
import demo from "../../sites/demo.ts";
import { templateOf } from "../infra/template.ts";
import { demoWith } from "../site/demo-with.ts";
import jwt from "../site/jwt.ts";

const limits = {
  "deployment.throttle": { rate: 200, burst: 400 },
  "deployment.perCaller": { rate: 5, burst: 20 },
};

/** The settings that a template of a site's staging is missing. */
const missingFrom = (site: Site, settings: Readonly<Record<string, unknown>> = {}) => {
  const deployment = deploymentOf((name) => settings[name]);
  const { resources } = templateOf(site, "staging", { deployment });
  const lines = missingLiveSettings({ Resources: resources });
  return lines.map((line) => /^Not set: ([\w.]+) /.exec(line)?.[1]);
};

describe("the settings that a live site wants", () => {
  it("are named with their place, one line for each that is missing", () => {
    const { resources } = templateOf(demo, "staging");
    expect(missingLiveSettings({ Resources: resources })).toEqual([
      "Not set: alarmsTo (context in cdk.json). No address gets the alarms.",
      "Not set: budget (context in cdk.json). No mail is sent when the account's bill grows.",
      "Not set: deployment.perCaller (site profile). One API key can use up the rate of all callers.",
      "Not set: deployment.throttle (site profile). Only the account's own rate limits the requests.",
    ]);
  });

  it("are not named where they are set", () => {
    const alarmsTo = "ada@example.org";
    expect(missingFrom(demo, { alarmsTo })).toEqual([
      "budget",
      "deployment.perCaller",
      "deployment.throttle",
    ]);
    expect(missingFrom(demoWith(limits))).toEqual(["alarmsTo", "budget"]);
    expect(missingFrom(demoWith(limits), { alarmsTo, budget: 50 })).toEqual([]);
  });

  it("name the alarms where the stage has none", () => {
    expect(missingFrom(demoWith(limits), { watch: "none" })).toEqual(["watch", "budget"]);
  });

  it("have no limit a key where the site has no keys", () => {
    expect(missingFrom(jwt)).toEqual(["alarmsTo", "budget", "deployment.throttle"]);
  });
});
