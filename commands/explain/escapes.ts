const charactersByName: Readonly<Record<string, string>> = {
  GS: "\u001d",
  FNC1: "\u001d",
  RS: "\u001e",
  CR: "\r",
  LF: "\n",
  TAB: "\t",
  R: "\r",
  N: "\n",
  T: "\t",
  "\\": "\\",
};

const escapePattern = /\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\([rnt\\])|<(GS|FNC1|RS|CR|LF|TAB)>/gi;

/** Replaces escapes with their control characters, which a terminal cannot type. */
export const unescapeScan = (text: string): string =>
  text.replace(
    escapePattern,
    (whole, short?: string, long?: string, letter?: string, name?: string) => {
      const code = short ?? long;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return charactersByName[(letter ?? name ?? "").toUpperCase()] ?? whole;
    },
  );
