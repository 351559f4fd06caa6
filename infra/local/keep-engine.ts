import { type EmbeddedEngine, startEmbeddedDynamoDb } from "./embedded-dynamodb.ts";

/** Milliseconds: an engine that ends sooner than this after it was started again will not be helped by a further start. */
const soon = 5_000;

export type EngineEvents = {
  /** A sentence about what happened; the engine is, or will be, there again. */
  readonly onTrouble: (sentence: string) => void;
  /** There is no engine any more, and there will be none. */
  readonly onLost: (error: Error) => void;
};

/**
 * Starts an engine on a file, and starts it again at the same address if it ends by itself: what it acknowledged is in the file.
 * @throws Error as `startEmbeddedDynamoDb`, of the first start
 */
export const keepEngine = async (file: string, { onTrouble, onLost }: EngineEvents): Promise<Pick<EmbeddedEngine, "endpoint" | "stop">> => {
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
    // It may have been about to start another.
    await watching;
    await engine.stop();
  };
  return { endpoint: engine.endpoint, stop };
};
