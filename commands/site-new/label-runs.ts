/** A class of characters as a pattern writes it, or one other character. */
export type CharacterKind = "[0-9]" | "[A-Z]" | "[a-z]" | (string & {});

/** One run of characters of labels that begin alike: its texts, and the runs that follow. */
export type LabelRun = {
  readonly kind: CharacterKind;
  readonly texts: string[];
  /** Whether a label ends here. */
  ends: boolean;
  readonly next: Map<CharacterKind, LabelRun>;
};

/** Numbers grow: so many more digits are accepted than any label has. */
export const furtherDigits = 2;

const newRun = (kind: CharacterKind): LabelRun => ({
  kind,
  texts: [],
  ends: false,
  next: new Map(),
});

export const runsIn = (label: string): (readonly [CharacterKind, string])[] =>
  [...label.matchAll(/([0-9]+)|([A-Z]+)|([a-z]+)|./gsu)].map(([text, digits, capitals, smalls]) => [
    (digits && "[0-9]") || (capitals && "[A-Z]") || (smalls && "[a-z]") || text,
    text,
  ]);

/** Labels that begin alike share their runs. After each character only one branch goes on, so the pattern never backtracks. */
export const treeOf = (labels: readonly string[]): LabelRun => {
  const root = newRun("");
  for (const label of labels) {
    let at = root;
    for (const [kind, text] of runsIn(label)) {
      const following = at.next.get(kind) ?? newRun(kind);
      at.next.set(kind, following);
      following.texts.push(text);
      at = following;
    }
    at.ends = true;
  }
  return root;
};

const isDigits = ({ kind }: LabelRun) => kind === "[0-9]";
/** Whether a kind is a class, and no character. */
export const isCharacterClass = (kind: CharacterKind) => /^\[.-.\]$/.test(kind);

/** The texts that a run always has, if it has one or a few; otherwise it is any text of its class. */
export const wordsOf = (run: LabelRun, most: number): readonly string[] | undefined => {
  const words = [...new Set(run.texts)].toSorted();
  if (!isCharacterClass(run.kind)) return words;
  if (isDigits(run)) return undefined;
  const areWords = words.length === 1 || (words.length <= most && words.length < run.texts.length);
  return areWords ? words : undefined;
};

/** Numbers that are filled with zeros have one length; others grow. */
export const lengthsOf = (run: LabelRun): readonly [least: number, most: number] => {
  const lengths = run.texts.map(({ length }) => length);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const isFilled = least === most && most > 1 && run.texts.some((text) => text.startsWith("0"));
  return [least, isDigits(run) && !isFilled ? most + furtherDigits : most];
};
