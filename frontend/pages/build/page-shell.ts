type PageShell = Readonly<Record<"lang" | "title" | "script" | "style", string>> & {
  /** The imports of the first script. The browser loads them together with it. */
  readonly imported: readonly string[];
  readonly apiKey: string | undefined;
  /** The address of the docs page, if the page runs on sample data. */
  readonly sampleDocs: string | undefined;
};

const metaOf = (name: string, content: string | undefined) =>
  content === undefined ? "" : `    <meta name="${name}" content="${escapeHtml(content)}">\n`;

/** Escapes text for HTML. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Renders the HTML of a page. It has no inline scripts or styles, because the content security policy forbids them. */
export const renderShell = ({
  lang,
  title,
  script,
  imported,
  style,
  apiKey,
  sampleDocs,
}: PageShell): string => `<!doctype html>
<html lang="${escapeHtml(lang)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
${metaOf("api-key", apiKey)}${metaOf("sample", sampleDocs)}    <title>${escapeHtml(title)}</title>
    <link rel="icon" type="image/svg+xml" href="icon.svg">
    <link rel="manifest" href="site.webmanifest">
    <link rel="stylesheet" href="${style}">
${imported.map((file) => `    <link rel="modulepreload" href="${file}">\n`).join("")}    <script type="module" src="${script}"></script>
  </head>
  <body></body>
</html>
`;
