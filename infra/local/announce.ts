import { lastingTables } from "./embedded-dynamodb.ts";
import { erpOfLabels } from "./open-files.ts";
import type { Stage } from "./stage.ts";

const row = (name: string, value: string) => `  ${name.padEnd(8)}  ${value}`;

/** With their values, which are good on this machine only. */
const keyLines = (keys: Stage["apiKeys"]) =>
  [...keys].map(([name, value]) => `${value} (${name})`).join(", ");

const access = ({ site: { auth }, apiKeys }: Stage): string => {
  switch (auth.scheme) {
    case "none":
      return "open: this site asks for no credentials";
    case "iam":
      return "open to this machine: IAM is API Gateway's to enforce, and is not enforced here";
    case "apiKey":
      return `in the header x-api-key one of ${keyLines(apiKeys)}`;
    case "jwt":
      return `in the header Authorization "Bearer" and a token of ${auth.issuer} for ${auth.audience}`;
  }
};

const erpLine = ({ site, erp, erpFile, ownErp }: Stage): string => {
  const { dialect, connection } = site.erp;
  if (connection)
    return `${dialect} on ${connection.host}:${connection.port}, database ${connection.database} (yours, read only)`;
  const what = ownErp
    ? "a demo, seeded once; delete the file to have it seeded anew"
    : "yours, read only";
  if (erp instanceof Error)
    return `${erpFile}, which cannot be read as the site's profile says: ${erp.message}`;
  return `${erpFile} (${what})`;
};

/** What this is, where the data is, and what to try first. */
export const announcement = (stage: Stage, requests: readonly string[]): string => {
  const { site, url, dynamodb, table, tableOptions } = stage;
  const base = url + site.basePath;
  const pages = site.pages && base + site.pages.path;
  return [
    `Warehouse tracking service, local stage of the site ${site.name}`,
    row("address", base),
    ...(pages
      ? [row("pages", `${pages}/worker  open this in a browser; a desk opens ${pages}/board`)]
      : []),
    ...(erpOfLabels(stage)
      ? [row("labels", `${pages}/labels  to scan from the screen or from paper`)]
      : []),
    row("access", access(stage)),
    row("docs", `${url}/docs`),
    ...(dynamodb.file ? [row("data", `${dynamodb.file} (kept when the stage stops)`)] : []),
    row(
      "DynamoDB",
      dynamodb.endpoint
        ? `${dynamodb.endpoint}, table ${table}`
        : `none: the table is in memory, and what is recorded lasts until this ends. ${lastingTables}`,
    ),
    ...(tableOptions
      ? [
          row("commands", `npm run audit -- ${tableOptions}`),
          row("", "(trace, export, table and erp:compare take the same options)"),
        ]
      : []),
    row("ERP", erpLine(stage)),
    ...(stage.sample ? [row("sample", stage.sample)] : []),
    "",
    `Try it, line by line${site.auth.scheme === "jwt" ? ", with a token in the variable TOKEN" : ""}:`,
    "",
    ...requests,
    "",
    `Ready on ${base}`,
  ].join("\n");
};
