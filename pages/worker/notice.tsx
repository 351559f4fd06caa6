import words from "site:words/worker";
import { Icon, type IconName } from "../shared/icon.tsx";

/** The page does not scan: not yet, or because it is open twice and the other one does. */
export const Notice = ({ icon, next, hint }: { icon: IconName; next: string; hint?: string }) => (
  <div class="worker">
    <main>
      <section class="sign whole" aria-label={words.labels.next}>
        <h1 data-test="next">
          <Icon name={icon} />
          {next}
        </h1>
        {hint && <p>{hint}</p>}
      </section>
    </main>
  </div>
);
