import words from "site:words/worker";
import { set } from "../state.ts";
import { takeScan } from "./scans.ts";

export const TypedLabel = ({ label, example }: { label: string; example: string | undefined }) => (
  <form
    class="row"
    onSubmit={(event) => {
      event.preventDefault();
      // A phone puts a blank after a word.
      const typed = String(new FormData(event.currentTarget).get("typed") ?? "").trim();
      set({ input: "scanner" });
      if (typed !== "") takeScan(typed, performance.now(), "typed");
    }}
  >
    <input
      class="field"
      data-test="scan"
      name="typed"
      aria-label={label}
      placeholder={example}
      size={1}
      autocomplete="off"
      autocapitalize="characters"
      spellcheck={false}
      ref={(field) => field?.focus()}
    />
    <button type="submit" class="btn">
      {words.acts.ok}
    </button>
  </form>
);
