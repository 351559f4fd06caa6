import { lastingTablesHint } from "./embedded-dynamodb.ts";
import { erpOfLabels } from "./open-files.ts";
import type { LocalStage } from "./stage.ts";

const announcementRow = (name: string, value: string) => `  ${name.padEnd(8)}  ${value}`;

/** The keys with their values, which are good on this machine only. */
const keyLines = (keys: LocalStage["apiKeys"]) =>
  [...keys].map(([name, value]) => `${value} (${name})`).join(", ");

const accessLine = ({ site: { auth }, apiKeys }: LocalStage): string => {
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

const erpLine = ({ site, erp, erpFile, ownErp }: LocalStage): string => {
  const { dialect, connection } = site.erp;
  if (connection)
    return `${dialect} on ${connection.host}:${connection.port}, database ${connection.database} (yours, read only)`;
  if (erp instanceof Error)
    return `${erpFile}, which cannot be read as the site's profile says: ${erp.message}`;
  const origin = ownErp
    ? "a demo, seeded once; delete the file to have it seeded anew"
    : "yours, read only";
  return `${erpFile} (${origin})`;
};

/** The text that a stage prints at its start: its site, its data folder and the first requests to try. */
export const announcementOf = (stage: LocalStage, requests: readonly string[]): string => {
  const { site, url, dynamodb, table, tableOptions } = stage;
  const base = url + site.basePath;
  const pages = site.pages && base + site.pages.path;
  return [
    `Warehouse tracking service, local stage of the site ${site.name}`,
    announcementRow("address", base),
    ...(pages
      ? [
          announcementRow(
            "pages",
            `${pages}/worker  open this in a browser; a desk opens ${pages}/board`,
          ),
        ]
      : []),
    ...(erpOfLabels(stage)
      ? [announcementRow("labels", `${pages}/labels  to scan from the screen or from paper`)]
      : []),
    announcementRow("access", accessLine(stage)),
    announcementRow("docs", `${url}/docs`),
    ...(dynamodb.file
      ? [announcementRow("data", `${dynamodb.file} (kept when the stage stops)`)]
      : []),
    announcementRow(
      "DynamoDB",
      dynamodb.endpoint
        ? `${dynamodb.endpoint}, table ${table}`
        : `none: the table is in memory, and what is recorded lasts until this ends. ${lastingTablesHint}`,
    ),
    ...(tableOptions
      ? [
          announcementRow("commands", `npm run audit -- ${tableOptions}`),
          announcementRow("", "(trace, export, table and erp:compare take the same options)"),
        ]
      : []),
    announcementRow("ERP", erpLine(stage)),
    ...(stage.sample ? [announcementRow("sample", stage.sample)] : []),
    "",
    `Try it, line by line${site.auth.scheme === "jwt" ? ", with a token in the variable TOKEN" : ""}:`,
    "",
    ...requests,
    "",
    `Ready on ${base}`,
  ].join("\n");
};
