import serverlessExpress from "@codegenie/serverless-express";
import express from "express";
import { Item } from "./schema.ts";
import { save } from "./transaction.ts";

type Response = { readonly status: (code: number) => { readonly json: (body: unknown) => void } };

const app = express();
app.use(express.json());
app.post("/box", async (request: { readonly body: unknown }, response: Response) => {
  const { success, data } = Item.safeParse(request.body);
  if (success) response.status(201).json(await save(data));
  else response.status(400).json({ error_code: "INVALID" });
});

// Its types describe the module as CommonJS exports it.
export const handler = (serverlessExpress as unknown as typeof serverlessExpress.default)({ app });
