import type { Surroundings } from "#scanner/client/surroundings.ts";

/** The fault of one request. `lost` and `crashed` happen after the write was recorded. */
export const faults = [
  "dropped",
  "lost",
  "crashed",
  "timeout",
  "busy",
  "throttled",
  "login",
  "portal",
  "proxy",
  "cut",
] as const;
export type Fault = (typeof faults)[number];

type Json = Record<string, unknown>;

const json = (status: number, body: Json, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
/** A refusal in the shape of the service's. */
export const refusal = (status: number, error_code: string, headers?: Record<string, string>) =>
  json(status, { error_code, message: `${error_code}.`, domain: "model" }, headers);

export type ModelOptions = {
  /** The service's clock in epoch milliseconds; always right. */
  readonly now?: () => number;
  /** An answer that replaces the service's, after faults and before any rule. */
  readonly instead?: (asked: {
    readonly method: string;
    readonly body: Json;
    readonly signal: AbortSignal | null | undefined;
  }) => Response | undefined;
};

/** In seconds. */
const maxClockAhead = 300;

/** A model of the service with injected faults. It keeps receipts by key, and the newest scan decides a place. */
export const modelService = (
  nextFault: () => Fault | undefined,
  sleep: (ms: number) => Promise<void>,
  { now = Date.now, instead }: ModelOptions = {},
) => {
  const receipts = new Map<string, { readonly asked: string; readonly answer: Json }>();
  const places = new Map<string, Json & { readonly registered_at: string }>();
  /** The recorded bodies, in order. */
  const recorded: Json[] = [];
  let seen = 0;
  let authorised = true;

  const record = (key: string, asked: string, body: Json): Response => {
    const before = key && receipts.get(key);
    if (before)
      return before.asked === asked
        ? json(201, before.answer, { "idempotency-replayed": "true" })
        : refusal(422, "IDEMPOTENCY_KEY_REUSED");
    if (body.quantity === 99) return refusal(400, "INVALID_QUANTITY");
    const {
      zongpai,
      location,
      scanned_at = new Date(now()).toISOString(),
    } = body as Record<string, string>;
    let answer = body;
    if (location !== undefined) {
      if (Date.parse(scanned_at) > now() + maxClockAhead * 1_000)
        return refusal(400, "INVALID_FIELD");
      const given = { zongpai, location, off_shelf: false, registered_at: scanned_at };
      const there = places.get(String(zongpai));
      answer = there && Date.parse(there.registered_at) > Date.parse(scanned_at) ? there : given;
      places.set(String(zongpai), answer as typeof given);
    }
    receipts.set(key, { asked, answer });
    recorded.push(body);
    return json(201, answer);
  };

  const respond: Surroundings["fetch"] = async (url, init) => {
    seen += 1;
    const fault = nextFault();
    const aborted = new Promise<never>((_, reject) =>
      init.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
    );
    aborted.catch(() => {});
    const serve = async (): Promise<Response> => {
      await sleep(20);
      if (fault === "dropped") throw new TypeError("fetch failed");
      if (fault === "portal") return new Response("<html>Please log in</html>", { status: 200 });
      if (fault === "proxy") return new Response("<html>Forbidden</html>", { status: 403 });
      if (fault === "busy") return refusal(503, "ERP_UNAVAILABLE", { "retry-after": "5" });
      if (fault === "throttled") return refusal(429, "THROTTLED", { "retry-after": "1" });
      if (fault === "login") authorised = false;
      if (!authorised) return refusal(401, "UNAUTHENTICATED");
      const key = new Headers(init.headers).get("idempotency-key") ?? "";
      const body = JSON.parse(String(init.body ?? "{}")) as Json;
      const answer =
        instead?.({ method: String(init.method), body, signal: init.signal }) ??
        (init.method === "GET"
          ? json(200, {})
          : record(key, `${init.method} ${url} ${init.body}`, body));
      await sleep(20);
      if (fault === "lost") throw new TypeError("fetch failed");
      if (fault === "crashed") return refusal(500, "INTERNAL");
      if (fault === "timeout") await sleep(60_000);
      if (fault === "cut") return new Response((await answer.text()).slice(0, -3), { status: 201 });
      return answer;
    };
    const answer = await Promise.race([serve(), aborted]);
    answer.headers.set("date", new Date(now()).toUTCString());
    return answer;
  };
  return {
    respond,
    /** A place from another scanner, which arrives now. */
    place: (zongpai: string, location: string) =>
      void places.set(zongpai, {
        zongpai,
        location,
        off_shelf: false,
        registered_at: new Date(now()).toISOString(),
      }),
    placeOf: (zongpai: string) => places.get(zongpai)?.location,
    recorded,
    seen: () => seen,
    logIn: () => {
      authorised = true;
    },
  };
};
