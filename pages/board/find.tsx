import words from "site:words/board";
import { addressesOf } from "./address.ts";
import { Frame } from "./frame.tsx";
import { Link } from "./parts.tsx";

const { kinds, check, found: say } = words;
const names = { ...kinds, check: check.title, find: undefined };

/** A label that may be several things, or none. */
export const Find = ({ code }: { code: string }) => {
  const may = addressesOf(code);
  return (
    <Frame icon="look" code={code} of={{}}>
      <p>{may.length > 0 ? say.many : say.none}</p>
      <ul>
        {may.map((one) => (
          <li key={one.kind}>
            <Link {...one} /> {names[one.kind]}
          </li>
        ))}
      </ul>
    </Frame>
  );
};
