/** A character class as in a pattern, or a single other character. */
export type CharacterKind = "[0-9]" | "[A-Z]" | "[a-z]" | (string & {});

/** A run of characters of the same kind in labels with the same start, with its texts and the next runs. */
export type LabelRun = {
  readonly kind: CharacterKind;
  readonly texts: string[];
  /** Whether a label ends here. */
  isEnd: boolean;
  readonly next: Map<CharacterKind, LabelRun>;
};

/** The number of digits that a pattern accepts beyond the longest label, because numbers grow. */
export const furtherDigits = 2;

const newRun = (kind: CharacterKind): LabelRun => ({
  kind,
  texts: [],
  isEnd: false,
  next: new Map(),
});

export const runsIn = (label: string): (readonly [CharacterKind, string])[] =>
  [...label.matchAll(/([0-9]+)|([A-Z]+)|([a-z]+)|./gsu)].map(([text, digits, capitals, smalls]) => [
    (digits && "[0-9]") || (capitals && "[A-Z]") || (smalls && "[a-z]") || text,
    text,
  ]);

/**
 * The tree of all runs. Labels with the same start share runs, so each character matches only one branch and the pattern never backtracks.
 */
export const treeOf = (labels: readonly string[]): LabelRun => {
  const root = newRun("");
  for (const label of labels) {
    let currentRun = root;
    for (const [kind, text] of runsIn(label)) {
      const following = currentRun.next.get(kind) ?? newRun(kind);
      currentRun.next.set(kind, following);
      following.texts.push(text);
      currentRun = following;
    }
    currentRun.isEnd = true;
  }
  return root;
};

const isDigits = ({ kind }: LabelRun) => kind === "[0-9]";
/** Whether a kind is a character class, and not a single character. */
export const isCharacterClass = (kind: CharacterKind) => /^\[.-.\]$/.test(kind);

/** The texts of a run with one or a few texts; `undefined` if any text of its class is possible. */
export const wordsOf = (run: LabelRun, most: number): readonly string[] | undefined => {
  const words = [...new Set(run.texts)].toSorted();
  if (!isCharacterClass(run.kind)) return words;
  if (isDigits(run)) return undefined;
  const areWords = words.length === 1 || (words.length <= most && words.length < run.texts.length);
  return areWords ? words : undefined;
};

/** The lengths of a run. Zero-padded numbers have one length. Other numbers may grow. */
export const lengthsOf = (run: LabelRun): readonly [least: number, most: number] => {
  const lengths = run.texts.map(({ length }) => length);
  const least = Math.min(...lengths);
  const most = Math.max(...lengths);
  const isFilled = least === most && most > 1 && run.texts.some((text) => text.startsWith("0"));
  const grows = isDigits(run) && !isFilled;
  return [least, grows ? most + furtherDigits : most];
};
