import { expect, it } from "vitest";
import { apiKeyValue, nameInKey } from "#lib/gate/caller.ts";

it("a key has its name in its value; only the site's names count", () => {
  const names = ["scanner-007", "desk"];
  const secret = "0123456789abcdef".repeat(2);
  expect(nameInKey(apiKeyValue("scanner-007", secret), names)).toBe("scanner-007");
  for (const value of [
    ...[apiKeyValue("scanner-999", secret), apiKeyValue("scanner-007", "short")],
    ...["scanner-007", `scanner-007${secret}`, "", null],
  ])
    expect(nameInKey(value, names)).toBeUndefined();
});
