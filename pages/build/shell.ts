type Shell = Readonly<Record<"lang" | "title" | "script" | "style", string>> & {
  /** Scripts that the first one imports: they are asked for together with it. */
  readonly imported: readonly string[];
  readonly apiKey: string | undefined;
};

/** Text that HTML takes for nothing else. */
export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The HTML of a page, with nothing inline, which the policy forbids. */
export const shell = ({
  lang,
  title,
  script,
  imported,
  style,
  apiKey,
}: Shell): string => `<!doctype html>
<html lang="${escaped(lang)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
${apiKey === undefined ? "" : `    <meta name="api-key" content="${escaped(apiKey)}">\n`}    <title>${escaped(title)}</title>
    <link rel="icon" type="image/svg+xml" href="icon.svg">
    <link rel="manifest" href="site.webmanifest">
    <link rel="stylesheet" href="${style}">
${imported.map((file) => `    <link rel="modulepreload" href="${file}">\n`).join("")}    <script type="module" src="${script}"></script>
  </head>
  <body></body>
</html>
`;
