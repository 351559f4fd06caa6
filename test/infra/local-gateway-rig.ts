import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { afterEach, beforeEach, expect } from "vitest";
import { createGateway, type Gateway } from "#infra/local/gateway.ts";
import type { LambdaHandler } from "#lib/in-process.ts";
import { unrouted } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { site as tested } from "../support/site.ts";

/** Credentials have tests of their own. */
const site: Site = { ...tested, auth: { scheme: "none" } };
const unknown = unrouted({ site });

type Call = {
  readonly event: APIGatewayProxyEvent;
  readonly context: Context;
  readonly id: string;
};

export const ok = async (): Promise<APIGatewayProxyResult> => ({
  statusCode: 200,
  headers: { "content-type": "application/json" },
  body: "{}",
});

/** A gateway for each test of a file. Its functions record what they are called with, and answer what the test says. */
export const gatewayForEach = () => {
  const rig = {
    gateway: undefined as unknown as Gateway,
    port: 0,
    reply: ok as LambdaHandler,
    seen: [] as Call[],
    url: (path: string) => `http://127.0.0.1:${rig.port}${path}`,
    post: (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
      fetch(rig.url("/box"), {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      }),
    /** The only call that there was. */
    call: (): Call => {
      expect(rig.seen).toHaveLength(1);
      return rig.seen[0] as Call;
    },
    /** Sends bytes as they are, and gives everything that comes back until the connection closes. */
    raw: async (...parts: string[]): Promise<string> => {
      const socket = connect(rig.port, "127.0.0.1");
      let text = "";
      socket.setEncoding("latin1").on("data", (chunk: string) => {
        text += chunk;
      });
      const closed = once(socket, "close");
      for (const part of parts) {
        socket.write(part, "latin1");
        await sleep(10);
      }
      await closed;
      return text;
    },
  };
  beforeEach(async () => {
    rig.seen = [];
    rig.reply = ok;
    rig.gateway = createGateway(site, {
      timeout: 200,
      handlerOf: async (id) => async (event, context) => {
        rig.seen.push({ event, context, id });
        return id === "unrouted" ? unknown(event) : rig.reply(event, context);
      },
    });
    rig.port = await rig.gateway.listen(0);
  });
  afterEach(() => rig.gateway.stop());
  return rig;
};

export const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
export const bodyOf = (text: string): unknown =>
  JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
export const errorBody = (code: string) => ({
  error_code: code,
  message: expect.any(String),
  domain: "warehouse",
});
