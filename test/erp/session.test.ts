import { describe, expect, it } from "vitest";
import { sessionOpener } from "#lib/erp/server.ts";

const password = { current: async () => "password", otherThan: async () => undefined };

describe("a session of an ERP server", () => {
  it.each([
    ["lost", false],
    ["late", true],
    [undefined, true],
  ] as const)("after an error that means %s is usable: %s", async (meaning, isUsable) => {
    const failing = async () => Promise.reject(new Error("the statement failed"));
    const open = sessionOpener(password, { signIn: async () => failing, meaningOf: () => meaning });
    const session = await open(new AbortController().signal);
    await expect(session.ask("select 1", [])).rejects.toThrow();
    expect(session.isUsable()).toBe(isUsable);
    session.close();
    expect(session.isUsable()).toBe(false);
  });
});
