import words from "site:words/board";
import { addressesOfLabel } from "./address.ts";
import { LookupFrame } from "./lookup-frame.tsx";
import { CodeLink } from "./parts.tsx";

const { kinds, check, found: foundWords } = words;
const kindNames = { ...kinds, check: check.title, find: undefined };

/** A label that may be several things, or none. */
export const LabelChoice = ({ code }: { code: string }) => {
  const may = addressesOfLabel(code);
  return (
    <LookupFrame icon="look" code={code} of={{}}>
      <p>{may.length > 0 ? foundWords.many : foundWords.none}</p>
      <ul>
        {may.map((one) => (
          <li key={one.kind}>
            <CodeLink {...one} /> {kindNames[one.kind]}
          </li>
        ))}
      </ul>
    </LookupFrame>
  );
};
