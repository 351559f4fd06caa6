import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { LookupFailure } from "#lib/erp/database.ts";
import { sessionOpener } from "#lib/erp/server.ts";

const password = { current: async () => "password", otherThan: async () => undefined };

describe("a session of an ERP server", () => {
  it.each([
    ["lost", false],
    ["late", true],
    ["value", true],
    [undefined, true],
  ] as const)("after an error that means %s is usable: %s", async (meaning, isUsable) => {
    const failing = async () => Promise.reject(new Error("the statement failed"));
    const open = sessionOpener(password, { signIn: async () => failing, meaningOf: () => meaning });
    const session = await open(new AbortController().signal);
    const kind = meaning === "late" || meaning === "value" ? { kind: meaning } : {};
    await expect(session.ask("select 1", [])).rejects.toMatchObject(kind);
    expect(session.isUsable()).toBe(isUsable);
    session.close();
    expect(session.isUsable()).toBe(false);
  });

  it.each(["error", "close"])("is not usable after its socket's %s", async (event) => {
    const opened = Promise.withResolvers<Socket>();
    const signIn = async ({ socket }: { readonly socket: Socket }) => {
      opened.resolve(socket);
      return async () => ({ columns: [], rows: [] });
    };
    const open = sessionOpener(password, { signIn, meaningOf: () => undefined });
    const session = await open(new AbortController().signal);
    expect(session.isUsable()).toBe(true);
    (await opened.promise).emit(event, new Error("reset"));
    expect(session.isUsable()).toBe(false);
  });

  it("is opened with no other password after the look-up was given up", async () => {
    const givenUp = new LookupFailure("busy", "the others took too long");
    const signedInWith: string[] = [];
    const signIn = async (_: unknown, tried: string) => {
      signedInWith.push(tried);
      throw givenUp;
    };
    const open = sessionOpener(
      { ...password, otherThan: async () => "another" },
      { signIn, meaningOf: () => undefined },
    );
    await expect(open(AbortSignal.abort(givenUp))).rejects.toBe(givenUp);
    await expect(open(new AbortController().signal)).rejects.toBe(givenUp);
    expect(signedInWith).toEqual(["password"]);
  });
});
