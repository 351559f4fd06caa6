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
      return "open: this site needs no credentials";
    case "iam":
      return "open to this machine: only API Gateway checks IAM signatures, so the local stage does not";
    case "apiKey":
      return `one of these keys in the header x-api-key: ${keyLines(apiKeys)}`;
    case "jwt":
      return `"Bearer" and a token of ${auth.issuer} for ${auth.audience} in the header Authorization`;
  }
};

const erpLine = ({ site, erp, erpFile, ownErp }: LocalStage): string => {
  const { dialect, connection } = site.erp;
  if (connection)
    return `${dialect} on ${connection.host}:${connection.port}, database ${connection.database} (yours, read only)`;
  if (erp instanceof Error)
    return `${erpFile}, which does not fit the site profile: ${erp.message}`;
  const origin = ownErp
    ? "a demo, filled once; delete the file to fill it again"
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
            `${pages}/worker  for workers; ${pages}/board is for supervisors`,
          ),
        ]
      : []),
    ...(erpOfLabels(stage)
      ? [announcementRow("labels", `${pages}/labels  labels to scan from the screen or from paper`)]
      : []),
    announcementRow("access", accessLine(stage)),
    announcementRow("docs", `${url}/docs`),
    ...(dynamodb.file
      ? [announcementRow("data", `${dynamodb.file} (stays when the stage stops)`)]
      : []),
    announcementRow(
      "DynamoDB",
      dynamodb.endpoint
        ? `${dynamodb.endpoint}, table ${table}`
        : `none: the table is in memory, and its data is lost when this process ends. ${lastingTablesHint}`,
    ),
    ...(tableOptions
      ? [
          announcementRow("commands", `npm run audit -- ${tableOptions}`),
          announcementRow("", "(trace, export, table and erp:compare take the same options)"),
        ]
      : []),
    announcementRow("ERP", erpLine(stage)),
    ...(stage.sample ? [announcementRow("sample", stage.sample)] : []),
    ...(stage.outdatedCodes ? [announcementRow("codes", stage.outdatedCodes)] : []),
    "",
    `Try it, line by line${site.auth.scheme === "jwt" ? ", with a token in the variable TOKEN" : ""}:`,
    "",
    ...requests,
    "",
    `Ready on ${base}`,
  ].join("\n");
};
