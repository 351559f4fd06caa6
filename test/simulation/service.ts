import { restEvent } from "#infra/gateway-event.ts";
import { authenticateByKey, localKeys } from "#infra/local/authenticate-key.ts";
import type { Clock } from "#lib/clock.ts";
import type { ErpReader } from "#lib/domain/erp.ts";
import { erpReaderOf } from "#lib/erp/view-reader.ts";
import { gatewayErrorsOf } from "#lib/http/error-handlers.ts";
import { openFunctions } from "#lib/in-process.ts";
import { silentMeter } from "#lib/metrics.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import { takeOverSends } from "../support/take-over-sends.ts";
import { databaseOf, type FakeErp } from "./erp.ts";
import type { Try } from "./recount.ts";
import type { Send } from "./table.ts";
import { as, type Owner, ownerNow, type World } from "./world.ts";

/** The time-out of a function in milliseconds. */
const functionTimeout = 10_000;

/** The request of a scanner. */
export type Asked = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type Answered = {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body: string;
};

/** The surroundings of one run's service. */
export type Place = {
  readonly world: World;
  readonly send: Send;
  readonly erp: FakeErp;
  /** The key that the gateway accepts. */
  key: string;
};

/** A Lambda environment, which serves one request at a time and has its own connection to the ERP. */
type Environment = { readonly erp: ErpReader; readonly ahead: number };
/** The largest error of an environment's clock, in milliseconds. */
const mostAhead = 100;
type Invocation = Owner & { readonly environment: Environment; readonly made: Try };

const invocationNow = () => ownerNow() as Invocation | undefined;

/** Notes which request wants to write a row, whose event has the request's id. */
const noteInvocation = (input: object): void => {
  type Put = { readonly Item?: { readonly invocation?: string } };
  const { TransactItems: [first] = [], Item } = input as Put & {
    readonly TransactItems?: readonly { readonly Put?: Put }[];
  };
  const who = invocationNow();
  const id = (Item ?? first?.Put?.Item)?.invocation;
  if (who && id !== undefined) who.made.invocation = id;
};

/**
 * The functions of a site behind a gateway. They are made once, because their schemas take long to compile, and put into each run's
 * surroundings.
 */
export const serviceOn = async (site: Site) => {
  let place: Place;
  const clock: Clock = {
    now: () => place.world.now() + (invocationNow()?.environment.ahead ?? 0),
    steady: () => place.world.now(),
    random: () => place.world.random(),
    sleep: (ms) => place.world.sleep(ms),
    timeout: (ms) => place.world.clock.timeout(ms),
  };
  const table = openTable({ name: "simulated", clock });
  takeOverSends(table, (command, _, abortSignal) => {
    noteInvocation(command.input);
    return place.send(command, abortSignal);
  });
  const erpNow = () => (invocationNow() as Invocation).environment.erp;
  const erp: ErpReader = {
    box: (...asked) => erpNow().box(...asked),
    zongpai: (...asked) => erpNow().zongpai(...asked),
    boxesOfDay: (...asked) => erpNow().boxesOfDay(...asked),
  };
  const keys = localKeys(site);
  const functions = await openFunctions(site, { table, erp, settings: { clock } });
  const routes = new Map(routesOf(site).map((route) => [`${route.method} ${route.path}`, route]));
  const refuse = gatewayErrorsOf(site);
  const authenticate = authenticateByKey(keys);
  let free: Environment[] = [];
  let requests = 0;

  return {
    site,
    table,
    routes,
    enter: (next: Place) => {
      place = next;
      table.verified.clear();
      free = [];
      requests = 0;
    },
    refuse,
    /** One request at the gateway. */
    invoke: async ({ method, target, headers, body }: Asked, made: Try): Promise<Answered> => {
      const { world } = place;
      const [path = ""] = target.split("?");
      const route = routes.get(`${method} ${path}`);
      if (!route) throw new Error(`${method} ${path} is not served`);
      const rawHeaders = Object.entries(headers).flat();
      const received = { method, target, rawHeaders, httpVersion: "1.1", sourceIp: "192.0.2.1" };
      const caller =
        site.auth.scheme === "apiKey"
          ? headers["x-api-key"] === place.key
            ? await authenticate({
                ...received,
                rawHeaders: ["x-api-key", keys.values().next().value ?? ""],
              })
            : "unauthenticated"
          : undefined;
      if (typeof caller === "string") return refuse(caller) as Answered;
      requests += 1;
      const requestId = `request-${requests}`;
      const event = restEvent(
        { ...received, body: Buffer.from(body) },
        route.path,
        requestId,
        caller,
      );
      const environment = free.pop() ?? {
        ahead: Math.floor((2 * world.random() - 1) * mostAhead),
        erp: erpReaderOf(databaseOf(place.erp, world, site), site, silentMeter.count, { clock }),
      };
      const who: Invocation = { environment, made };
      const end = world.now() + functionTimeout;
      const context = {
        functionName: route.id,
        awsRequestId: requestId,
        getRemainingTimeInMillis: () => end - world.now(),
      };
      const handler = functions.get(route.id) as unknown as (
        event: object,
        context: object,
      ) => Promise<Answered>;
      const answer = await as(who, () => handler(event, context));
      free.push(environment);
      return answer;
    },
  };
};
export type Service = Awaited<ReturnType<typeof serviceOn>>;
