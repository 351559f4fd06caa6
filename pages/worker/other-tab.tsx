import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";

/** The page is open twice: one of them scans. */
export const OtherTab = () => (
  <div class="worker">
    <main>
      <section class="sign whole" aria-label={words.labels.next}>
        <h1 data-test="next">
          <Icon name="refused" />
          {words.next.otherTab}
        </h1>
        <p>{words.hints.otherTab}</p>
      </section>
    </main>
  </div>
);
