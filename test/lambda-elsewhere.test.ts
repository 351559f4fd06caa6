import { expect, it } from "vitest";
import { handler } from "../functions/get-me.ts";

it("a handler of functions/ runs in a bundle only", async () => {
  await expect(handler({} as never, {} as never)).rejects.toThrow("in a bundle only");
});
