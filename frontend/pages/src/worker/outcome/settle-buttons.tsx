import words from "site:words/worker";
import { SaveLabel } from "../../shared/save-label.tsx";
import { acknowledgeRows, client } from "../device/client.ts";
import { Button } from "../screens/button.tsx";
import { isSignInRequired, state } from "../state.ts";
import type { ScanRow } from "./rows.ts";
import { sendCommand } from "./send.ts";

const { acts } = words;

/** The buttons of a refusal: save a correction (if a person is signed in), try again, "Understood". */
export const SettleButtons = ({ row }: { row: ScanRow }) => {
  const { id, aside } = row.entry;
  const { corrections = [] } = state().advice[id] ?? {};
  return (
    <p class="row">
      {!isSignInRequired() &&
        corrections.map(({ command, meaning, held }, at) => (
          <Button
            key={at}
            word={<SaveLabel meaning={meaning} held={held} />}
            test="act"
            main={at === 0}
            run={async () =>
              (await sendCommand(command, { added: meaning.added })) && acknowledgeRows(row)
            }
          />
        ))}
      {aside && aside !== "expired" && (
        <Button word={acts.tryAgain} main run={() => client.retry(id)} />
      )}
      <Button word={acts.understood} test="understood" run={() => acknowledgeRows(row)} />
    </p>
  );
};
