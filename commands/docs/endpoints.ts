import { keyLength } from "#lib/domain/operation.ts";
import { extensionFields, fields, type InputField } from "#lib/fields.ts";
import { groupOf } from "#lib/route-row.ts";
import { type Route, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { wireNameOf } from "#lib/site/wire-names.ts";
import { type FieldLine, fieldsOf } from "./fields-of.ts";
import { code, page, table } from "./markdown.ts";

const meanings: Readonly<Record<InputField, string>> = { ...fields, ...extensionFields };

const lines = (found: readonly FieldLine[], site: Site): string[][] =>
  found.flatMap(({ names, type, needed }) => {
    const path = names.map((name) => wireNameOf(name, site));
    const last = names.at(-1);
    return last === undefined || path.includes(false) ? [] : [[code(path.join(".")), type, needed ? "yes" : "no", meanings[last]]];
  });

const success = ({ id }: Route, site: Site) => site.success[id];

const section = (route: Route, site: Site): string[] => {
  const { id, method, path, row } = route;
  const place = row.fieldsIn(site) === "query" ? "the query string" : "a JSON object";
  return [
    `## ${code(`${method} ${path}`)}`,
    `${row.summary}. A ${row.kind} of the ${row.module} module, served by ${code(`functions/${id}.ts`)}; its errors are those of the [${groupOf(row)}](errors.md#${groupOf(row)}) group.${row.notes ? `\n\n${row.notes}` : ""}`,
    `It takes, in ${place}:`,
    table(["field", "type", "required", "meaning"], lines(fieldsOf(row.input(site)), site)),
    `It answers ${code(String(success(route, site)))} with:`,
    table(["field", "type", "always", "meaning"], lines(fieldsOf(row.output(site)), site)),
  ];
};

/** What a write may carry beside its fields. */
const keyed = ({ extensions: { idempotencyKey, replayed } }: Site): string[] => {
  if (!idempotencyKey) return [];
  const key =
    "header" in idempotencyKey
      ? `the header ${code(idempotencyKey.header)}, ${keyLength.least} to ${keyLength.most} letters, digits or hyphens`
      : `the fields ${idempotencyKey.fields.map(code).join(", ")} together`;
  const mark = replayed ? `, marked ${code(`${replayed}: true`)}` : "";
  return [
    `Every write takes a key that names the scan: ${key}. The same request with the same key changes the store once and gets the same answer each time${mark}.`,
  ];
};

/** docs/endpoints.md: each route with its fields, as a site serves it. */
export const endpointsPage = (site: Site): string => {
  const routes = routesOf(site);
  return page("Endpoints", [
    `The routes are one group, \`v1\` (specification §9): its modules are ${[...new Set(routes.map(({ row }) => code(row.module)))].join(", ")}; the first of them holds the first endpoint. Which prefix their paths have is the site's answer.`,
    `The route table as the example site \`${site.name}\` serves it. Paths that the specification shows and the error body are fixed; field names, the other paths and the success statuses are the site's ([open points](open-points.md)).`,
    ...keyed(site),
    table(
      ["method", "path", "what it does", "success"],
      routes.map((route) => [route.method, code(route.path), route.row.summary, String(success(route, site))]),
    ),
    ...routes.flatMap((route) => section(route, site)),
  ]);
};
