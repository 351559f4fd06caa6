/**
 * Acts as Lambda's runtime. Loads each function that standard input names, with its folder as `LAMBDA_TASK_ROOT`, and passes it its events
 * in turn. Its last line has the answers and errors.
 */
import "./slow-clock.ts";
import { dirname } from "node:path";
import { json } from "node:stream/consumers";

type Function = { readonly file: string; readonly events: readonly object[] };
type Handler = (event: object, context: object) => Promise<object>;

const started = [];
for (const { file, events } of (await json(process.stdin)) as Function[]) {
  process.env.LAMBDA_TASK_ROOT = dirname(file);
  const { handler } = (await import(file)) as { handler: Handler };
  const answers = [];
  const context = { awsRequestId: "test", getRemainingTimeInMillis: () => 10_000 };
  for (const event of events)
    answers.push(
      await handler(event, context).catch(({ message }: Error) => ({ thrown: message })),
    );
  started.push({ answers });
}
process.stdout.write(`\n${JSON.stringify(started)}\n`, () => process.exit(0));
