import { type Item, save } from "./transaction.ts";

/** The SDK and nothing else: no check, no error answer. */
export const handler = async ({ body }: { readonly body: string }) => ({
  statusCode: 201,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(await save(JSON.parse(body) as Item)),
});
