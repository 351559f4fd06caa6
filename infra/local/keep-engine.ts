import { type EmbeddedEngine, startEmbeddedDynamoDb } from "./embedded-dynamodb.ts";

/** Milliseconds. If the engine ends earlier than this after a restart, another restart would not help. */
const soon = 5_000;

export type EngineEvents = {
  /** Called with a sentence about what happened, when the engine is, or soon will be, running again. */
  readonly onTrouble: (sentence: string) => void;
  /** Called when the engine has ended and will not be started again. */
  readonly onLost: (error: Error) => void;
};

/**
 * Starts an engine on a file, and restarts it at the same address if it ends by itself: everything that it has confirmed is in the file.
 * @throws Error like `startEmbeddedDynamoDb`, if the first start fails
 */
export const keepEngine = async (
  file: string,
  { onTrouble, onLost }: EngineEvents,
): Promise<Pick<EmbeddedEngine, "endpoint" | "stop">> => {
  let engine = await startEmbeddedDynamoDb(file);
  let startedAgain = Number.NEGATIVE_INFINITY;
  let stopping = false;

  const again = async (how: string): Promise<void> => {
    if (stopping) return;
    if (performance.now() - startedAgain < soon)
      throw new Error(`The embedded DynamoDB ended again, ${how}. It is not started a third time.`);
    onTrouble(`The embedded DynamoDB ended, ${how}. It is started again.`);
    startedAgain = performance.now();
    engine = await startEmbeddedDynamoDb(file, Number(new URL(engine.endpoint).port));
    onTrouble("The embedded DynamoDB answers again; what was acknowledged is there.");
    watch();
  };
  let watching = Promise.resolve();
  const watch = () => {
    watching = engine.ended.then(again).catch((error: Error) => {
      if (!stopping) onLost(error);
    });
  };
  watch();

  const stop = async () => {
    stopping = true;
    await engine.stop();
    // A restart may just have been under way.
    await watching;
    await engine.stop();
  };
  return { endpoint: engine.endpoint, stop };
};
