import { afterAll, beforeAll, describe } from "vitest";
import { bootstrapped } from "./account.ts";
import type { Account } from "./emulator.ts";
import { deployTools } from "./tools.ts";

const tools = await deployTools();

/** Tests with their own emulator, whose account `account` returns. They are skipped, by name, where none can be installed. */
export const describeOnEmulator = (name: string, tests: (account: () => Account) => void): void => {
  describe.skipIf(!tools)(
    `${name}, on an emulator of AWS (needs Python 3.10, pip and PyPI)`,
    () => {
      let account: Account | undefined;
      beforeAll(async () => {
        if (tools) account = await bootstrapped(tools);
      });
      afterAll(() => account?.stop());
      tests(() => {
        if (!account) throw new Error("The emulator is not started.");
        return account;
      });
    },
  );
};
