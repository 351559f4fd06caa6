import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { Item } from "./schema.ts";
import { save } from "./transaction.ts";

const app = new Hono();
app.post("/box", async (context) => {
  const { success, data } = Item.safeParse(await context.req.json());
  return success ? context.json(await save(data), 201) : context.json({ error_code: "INVALID" }, 400);
});

export const handler = handle(app);
