import { join } from "node:path";
import { text } from "node:stream/consumers";
import { eventOf, exampleEvent } from "#infra/bundle/example-event.ts";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { exampleRequestOf } from "#lib/openapi/examples.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf, type ServedRoute } from "#lib/routes.ts";
import demo from "../../sites/demo.ts";

type FunctionAnswer = {
  readonly statusCode?: number;
  readonly body?: string;
  readonly thrown?: string;
};
type StartedFunction = { readonly answers: readonly FunctionAnswer[] };
type BundledFunction = { readonly folder: string; readonly events?: readonly object[] };

/**
 * Starts functions in a fresh process as on Lambda, with this environment and Lambda's flag for Node. Returns the answers of each, and the
 * log lines of all.
 */
export const startFunctions = async (
  functions: readonly BundledFunction[],
  env: Readonly<Record<string, string>>,
) => {
  const child = spawnBound(process.execPath, ["--expose-gc", "test/support/start-functions.ts"], {
    env: {
      WRITE_METRICS: "1",
      AWS_REGION: "local",
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(
    JSON.stringify(
      functions.map(({ folder, events = [] }) => ({ file: join(folder, "index.mjs"), events })),
    ),
  );
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = out.split("\n").filter(Boolean);
  return {
    logged: [...lines.slice(0, -1), ...err.split("\n").filter(Boolean)],
    started: JSON.parse(lines.at(-1) ?? "") as StartedFunction[],
  };
};

const routeOf = (id: RouteId) => routesOf(demo).find((route) => route.id === id) as ServedRoute;

/** The event of a valid request to demo. */
export const goodEvent = (id: RouteId): object => exampleEvent(routeOf(id), demo);

/** Events of invalid requests: empty, with an unknown field, and with each field wrong. */
export const badEvents = (id: RouteId): object[] => {
  const route = routeOf(id);
  const fields = exampleRequestOf(route, demo);
  const spoilt = Object.keys(fields).flatMap((name) =>
    ["", "\u202e", -1, 1.005, ["x"]].map((value) => ({ ...fields, [name]: value })),
  );
  return [{}, { ...fields, surprise: 1 }, ...spoilt].map((request) =>
    eventOf(route, request, demo),
  );
};
