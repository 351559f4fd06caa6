import { Agent, request as open } from "node:http";
import { request as openSecure, Agent as SecureAgent } from "node:https";
import type { Operation } from "./description.ts";

/** A request as it goes out; `target` is path and query, as raw as they are to be sent. */
export type Sent = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Received = { readonly status: number; readonly headers: Readonly<Record<string, string | undefined>>; readonly text: string };
export type Send = (sent: Sent) => Promise<Received>;

type Values = Readonly<Record<string, unknown>>;

const queryText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** The request of an operation with these fields, each where the description puts it; a stranger goes where most fields go. */
export const requestOf = (operation: Operation, values: Values, headers: Readonly<Record<string, string>> = {}): Sent => {
  const placed = (name: string) => operation.fields.find((field) => field.name === name)?.place ?? (operation.takesBody ? "body" : "query");
  const entries = Object.entries(values);
  const query = entries
    .filter(([name]) => placed(name) === "query")
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(queryText(value).toWellFormed())}`);
  const body = Object.fromEntries(entries.filter(([name]) => placed(name) === "body"));
  return {
    method: operation.method,
    target: operation.path + (query.length > 0 ? `?${query.join("&")}` : ""),
    headers: { ...(operation.takesBody ? { "content-type": "application/json" } : {}), ...headers },
    ...(operation.takesBody ? { body: JSON.stringify(body) } : {}),
  };
};

/** Sends requests to a service over connections that stay open. */
export const sender = (baseUrl: string, common: Readonly<Record<string, string>>) => {
  const url = new URL(baseUrl);
  const secure = url.protocol === "https:";
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const base = { host: url.hostname, port: url.port, agent, timeout: 30_000 };
  let requests = 0;
  const send = (sent: Sent, credentials = true): Promise<Received> =>
    new Promise((resolve, reject) => {
      requests += 1;
      const { method, target, body } = sent;
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const headers = { ...(credentials ? common : {}), ...sent.headers, ...length };
      const outgoing = (secure ? openSecure : open)(
        { ...base, method, path: url.pathname.replace(/\/$/, "") + target, headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
              text: Buffer.concat(chunks).toString("utf8"),
            }),
          );
        },
      );
      outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")));
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  return { send, count: () => requests, close: () => agent.destroy() };
};

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that sends it again by hand. */
export const curlOf = ({ method, target, headers, body }: Sent, baseUrl: string): string => {
  const long = body !== undefined && body.length > 2_000;
  const given = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`--data-binary ${quoted(long ? `${body.slice(0, 200)}… (${body.length} characters)` : body)}`];
  return ["curl -i", `-X ${method}`, ...given, ...data, quoted(baseUrl.replace(/\/$/, "") + target)].join(" ");
};
