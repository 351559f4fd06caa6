import * as z from "zod";
import type { Site } from "#lib/site/schema.ts";
import { runAwsCli } from "../cli/aws-cli.ts";

const GatewayStage = z.object({
  methodSettings: z
    .record(
      z.string(),
      z.object({
        throttlingRateLimit: z.number().optional(),
        throttlingBurstLimit: z.number().optional(),
      }),
    )
    .default({}),
});

/** The limits of a stage that its site does not limit: those of a new account. */
const usualThrottle = { rate: 10_000, burst: 5_000 };

/**
 * Says whether the gateway's stage is closed, as a restore leaves it if it was interrupted. A deployment does not open it, because its
 * template has the same throttle as before.
 * @param api the id of the gateway; `undefined` if the stack has no such output
 * @returns lines with the command that opens it; none if it is open
 */
export const closedStageLines = async (
  api: string | undefined,
  stage: string,
  { deployment: { throttle } }: Pick<Site, "deployment">,
): Promise<string[]> => {
  if (api === undefined) return [];
  const options = ["--rest-api-id", api, "--stage-name", stage];
  const read = await runAwsCli("apigateway", "get-stage", ...options).catch(
    ({ message }: Error) => message,
  );
  if (typeof read === "string")
    return [
      `It is not known whether the stage is open, because it could not be read (apigateway:GET on it):\n${read}`,
    ];
  const { methodSettings } = GatewayStage.parse(read);
  const closed = Object.entries(methodSettings).flatMap(([path, limits]) =>
    limits.throttlingRateLimit === 0 || limits.throttlingBurstLimit === 0 ? [path] : [],
  );
  if (closed.length === 0) return [];
  const { rate, burst } = throttle || usualThrottle;
  const changes = closed.flatMap((path) => [
    `op=replace,path=/${path}/throttling/rateLimit,value=${rate}`,
    `op=replace,path=/${path}/throttling/burstLimit,value=${burst}`,
  ]);
  return [
    `The stage is closed: the throttle of ${closed.join(", ")} is 0, so its requests get 429, and scanners keep their scans. After a restore (docs/restore.md), this opens it:`,
    `  aws apigateway update-stage ${options.join(" ")} --patch-operations ${changes.map((change) => `'${change}'`).join(" ")}`,
  ];
};
