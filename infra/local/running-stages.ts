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

/** A file for each stage, under its port: a stage that was killed leaves it until another one takes the port. */
const notesFolder = fileURLToPath(new URL("../../node_modules/.cache/stages/", import.meta.url));

/** Notes that a stage runs; without `options` no command can read its table. Gives what takes the note back. */
export const noteStage = (stage: Omit<RunningStage, "options"> & { options?: string }) => {
  const file = join(notesFolder, `${new URL(stage.url).port}.json`);
  const forget = () => rmSync(file, { force: true });
  forget();
  if (stage.options === undefined) return forget;
  try {
    mkdirSync(notesFolder, { recursive: true });
    writeAtomically(file, JSON.stringify(stage));
  } catch {
    // Where the folder is read-only a stage still runs, and only the list lacks it.
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
  const noted = readNotes();
  const answered = await Promise.all(noted.map(answersRequests));
  return noted.filter((_, at) => answered[at]);
};
