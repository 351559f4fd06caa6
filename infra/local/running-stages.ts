import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeAtomically } from "../atomic-file.ts";

/** A stage of this checkout; `options` name its table to the commands that read one. */
type RunningStage = {
  readonly url: string;
  readonly dataDir: string;
  readonly options: string;
};

/** Each stage has a file here, named by its port. A stage that was killed leaves its file until another one takes the port. */
const notesFolder = fileURLToPath(new URL("../../node_modules/.cache/stages/", import.meta.url));

/** Notes that a stage runs, and gives a function that forgets it. Without `options` no command can read the stage's table. */
export const noteStage = (stage: Omit<RunningStage, "options"> & { options?: string }) => {
  const file = join(notesFolder, `${new URL(stage.url).port}.json`);
  const forget = () => rmSync(file, { force: true });
  forget();
  if (stage.options === undefined) return forget;
  try {
    mkdirSync(notesFolder, { recursive: true });
    writeAtomically(file, JSON.stringify(stage));
  } catch {
    // In a read-only folder the stage still runs; only the list lacks it.
  }
  return forget;
};

const answersRequests = ({ url }: RunningStage): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );

const readNotes = (): RunningStage[] => {
  try {
    return readdirSync(notesFolder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => JSON.parse(readFileSync(join(notesFolder, name), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
};

/** The stages of this checkout that answer now and whose table a command can read. */
export const runningStages = async (): Promise<RunningStage[]> => {
  const stages = readNotes();
  const areRunning = await Promise.all(stages.map(answersRequests));
  return stages.filter((_, index) => areRunning[index]);
};
