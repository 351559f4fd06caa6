import words from "site:words/board";
import { addressesOfLabel } from "./address.ts";
import { CodeLink } from "./links.tsx";
import { LookupFrame } from "./lookup-frame.tsx";

const { kinds, check, found: foundWords } = words;
const kindNames = { ...kinds, check: check.title, find: undefined, queue: undefined };

/** A choice between the kinds that an ambiguous label may have. */
export const LabelChoice = ({ code }: { code: string }) => {
  const addresses = addressesOfLabel(code);
  return (
    <LookupFrame icon="look" code={code} result={{}}>
      <p>{addresses.length > 0 ? foundWords.many : foundWords.none}</p>
      <ul>
        {addresses.map((address) => (
          <li key={address.kind}>
            <CodeLink {...address} /> {kindNames[address.kind]}
          </li>
        ))}
      </ul>
    </LookupFrame>
  );
};
