/**
 * Acts as Lambda's runtime in a process of its own: loads each function that standard input names, hands it its events in turn, and prints
 * what it answered, or threw, as the last line of its output. Each function's folder is its `LAMBDA_TASK_ROOT`.
 */
import { dirname } from "node:path";

type Function = { readonly file: string; readonly events: readonly object[] };
type Handler = (event: object, context: object) => Promise<object>;

let text = "";
for await (const chunk of process.stdin) text += chunk;

const started = [];
for (const { file, events } of JSON.parse(text) as Function[]) {
  const from = performance.now();
  process.env.LAMBDA_TASK_ROOT = dirname(file);
  const { handler } = (await import(file)) as { handler: Handler };
  const load = performance.now() - from;
  const answers = [];
  for (const event of events)
    answers.push(
      await handler(event, { awsRequestId: "test", getRemainingTimeInMillis: () => 10_000 }).catch(
        ({ message }: Error) => ({
          thrown: message,
        }),
      ),
    );
  started.push({ load, answers });
}
process.stdout.write(`\n${JSON.stringify(started)}\n`, () => process.exit(0));
