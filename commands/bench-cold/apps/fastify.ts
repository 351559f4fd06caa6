import awsLambdaFastify from "@fastify/aws-lambda";
import fastify from "fastify";
import { Item } from "./schema.ts";
import { save } from "./transaction.ts";

const app = fastify();
app.post("/box", async (request, reply) => {
  const { success, data } = Item.safeParse(request.body);
  return success ? reply.status(201).send(await save(data)) : reply.status(400).send({ error_code: "INVALID" });
});

export const handler = awsLambdaFastify(app);
