const canaries = new Set<string>();
/** A word that no log line may contain, in any case or encoding. */
export const canary = (text: string): string => {
  canaries.add(text);
  return text;
};

/** The canaries in a text, plain or encoded. */
export const leaked = (text: string): string[] => {
  const all = text.toLowerCase();
  const forms = (word: string) => [
    word,
    encodeURIComponent(word),
    Buffer.from(word).toString("base64"),
    JSON.stringify(word).slice(1, -1),
  ];
  return [...canaries].filter((word) =>
    forms(word).some((form) => all.includes(form.toLowerCase())),
  );
};
