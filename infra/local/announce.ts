import { relative } from "node:path";
import { styleText } from "node:util";
import { routesOf } from "#lib/routes.ts";
import { lastingTables } from "./embedded-dynamodb.ts";
import type { Place, Stage } from "./stage.ts";

/** Colours are for terminals only. */
const styled = (format: Parameters<typeof styleText>[0], text: string) =>
  styleText(format, text, { stream: process.stdout, validateStream: true });

const shown = (path: string) => {
  const short = relative(process.cwd(), path);
  return short === "" || short.startsWith("..") ? path : short;
};

const row = (name: string, value: string) => `  ${styled("dim", name.padEnd(8))}  ${value}`;

/** With their values, which are good on this machine only. */
const keyLines = (keys: Place["apiKeys"]) =>
  [...keys].map(([name, value]) => `${value} (${name})`).join(", ");

const access = ({ site: { auth }, apiKeys }: Place): string => {
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

/** The first lines: what this is and where. */
export const heading = (place: Place): string => {
  const { site, url } = place;
  const base = url + site.basePath;
  const pages = site.pages && base + site.pages.path;
  const worker = styled("bold", `${pages}/worker`);
  return [
    `${styled("bold", "Warehouse tracking service")}, local stage of the site ${styled("bold", site.name)}`,
    row("address", base),
    ...(pages
      ? [row("pages", `${worker}  open this in a browser; a desk opens ${pages}/board`)]
      : []),
    row("access", access(place)),
    row("docs", `${url}/docs`),
  ].join("\n");
};

const erpLine = ({ site, erp, erpFile, ownErp }: Stage): string => {
  const { dialect, connection } = site.erp;
  if (connection)
    return `${dialect} on ${connection.host}:${connection.port}, database ${connection.database} (yours, read only)`;
  const what = ownErp
    ? "a demo, seeded once; delete the file to have it seeded anew"
    : "yours, read only";
  if (erp instanceof Error)
    return `${shown(erpFile)}, ${styled("yellow", `which cannot be read as the site's profile says: ${erp.message}`)}`;
  return `${shown(erpFile)} (${what})`;
};

/** The other lines: where the data is, what is served, and what to try first. */
export const details = (stage: Stage, requests: readonly string[]): string => {
  const { site, dynamodb, table } = stage;
  const routes = routesOf(site);
  const widest = Math.max(...routes.map(({ path }) => path.length));
  return [
    ...(dynamodb.file ? [row("data", `${shown(dynamodb.file)} (kept when the stage stops)`)] : []),
    row(
      "DynamoDB",
      dynamodb.endpoint
        ? `${dynamodb.endpoint}, table ${table}`
        : `none for this machine: the table is in memory, and what is recorded lasts until this ends. ${lastingTables}`,
    ),
    row("ERP", erpLine(stage)),
    "",
    ...routes.map(
      ({ method, path, summary }) =>
        `  ${styled("cyan", method.padEnd(6))}  ${path.padEnd(widest)}  ${styled("dim", summary)}`,
    ),
    "",
    `Try it, line by line${site.auth.scheme === "jwt" ? ", with a token in the variable TOKEN" : ""}:`,
    "",
    ...requests,
    "",
  ].join("\n");
};
