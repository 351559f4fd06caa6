import type { Surroundings } from "#scanner/client/surroundings.ts";
import type { Owner, World } from "./world.ts";

type Lock = NonNullable<Surroundings["lock"]>;
type Asker = { readonly page: Owner; readonly turned: (held: boolean) => void; told: boolean };

/** The right to send among one scanner's pages. Another page may take it over, like the lease of a sleeping page. */
export const lockOf = (world: World) => {
  let asking: readonly Asker[] = [];
  const line = world.lineOf();

  const tell = (asker: Asker, held: boolean) =>
    line(asker.page, () => {
      // In the meantime the page may have left, or another one may hold the lock.
      if (held !== (asking[0] === asker)) return;
      asker.told = held;
      asker.turned(held);
    });
  const pass = () => {
    const [first] = asking;
    if (first) tell(first, true);
  };
  const leave = (page: Owner): void => {
    const [first] = asking;
    asking = asking.filter((asker) => asker.page !== page);
    if (first !== asking[0]) pass();
  };

  return {
    askFor:
      (page: Owner): Lock =>
      (_, turned) => {
        asking = [...asking, { page, turned, told: false }];
        if (asking.length === 1) pass();
        return {
          still: () => asking[0]?.page === page && asking[0].told,
          release: () => leave(page),
        };
      },
    leave,
    /** Gives the right to the next page. */
    overtake: (): void => {
      const [first, ...others] = asking;
      if (!first || others.length === 0) return;
      asking = [...others, first];
      tell(first, false);
      pass();
    },
    /** Whether the last message to the page was that it may send. */
    maySend: (page: Owner): boolean => asking.some((asker) => asker.page === page && asker.told),
  };
};
