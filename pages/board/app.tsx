import { Areas } from "./areas.tsx";
import { Found } from "./found.tsx";
import { Head } from "./head.tsx";
import { OffShelf } from "./off-shelf.tsx";
import { Refused } from "./refused.tsx";
import { SignIn } from "./sign-in.tsx";
import { state } from "./store.ts";

export const App = () => {
  const { signIn, found } = state();
  return (
    <div class="board">
      <Head />
      {signIn ? (
        <SignIn />
      ) : (
        <main class={found ? "panes three" : "panes"}>
          <Areas />
          {found && <Found found={found} />}
          <div class="side">
            <OffShelf />
            <Refused />
          </div>
        </main>
      )}
    </div>
  );
};
