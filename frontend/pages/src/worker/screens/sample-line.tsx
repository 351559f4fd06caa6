import { state } from "../state.ts";
import { partWords } from "./part-words.ts";

const { sample: say } = partWords;

/** Says that the data of this stage is a sample, and leads to its other pages, until this device is used for the first time. */
export const SampleLine = () => {
  const docs = document.querySelector<HTMLMetaElement>('meta[name="sample"]')?.content;
  // A banner needs the room on a small screen.
  if (docs === undefined || state().usedAt !== undefined || state().banner) return null;
  return (
    <p class="sample" data-test="sample">
      {say.is} <a href="board">{say.board}</a> <a href="labels">{say.labels}</a>{" "}
      <a href={docs}>{say.api}</a>
    </p>
  );
};
