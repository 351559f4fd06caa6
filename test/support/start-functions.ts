/**
 * Acts as Lambda's runtime in a process of its own: loads each function that standard input names, hands it its events in turn, and prints
 * what it answered as the last line of its output.
 */
type Function = { readonly file: string; readonly events: readonly object[] };
type Handler = (event: object, context: object) => Promise<unknown>;

let text = "";
for await (const chunk of process.stdin) text += chunk;

const started = [];
for (const { file, events } of JSON.parse(text) as Function[]) {
  const from = performance.now();
  const { handler } = (await import(file)) as { handler: Handler };
  const load = performance.now() - from;
  const answers = [];
  for (const event of events) answers.push(await handler(event, { awsRequestId: "test", getRemainingTimeInMillis: () => 10_000 }));
  started.push({ load, answers });
}
process.stdout.write(`\n${JSON.stringify(started)}\n`, () => process.exit(0));
