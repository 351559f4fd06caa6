import { functionText } from "#infra/bundle/entries.ts";
import { alarmTable } from "#infra/watch/alarm-table.ts";
import { logCodes } from "#lib/log.ts";
import { metricMeanings } from "#lib/metrics.ts";
import { describeApi } from "#lib/openapi/description.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import demo from "../../sites/demo.ts";
import { viewsSql } from "../erp-check/views-sql.ts";
import { errorsParts } from "./errors.ts";
import { code, type Parts, table } from "./markdown.ts";
import { openPointsParts } from "./open-points.ts";

const parts: Readonly<Record<string, Parts>> = {
  "docs/open-points.md": openPointsParts(demo),
  "docs/endpoints.md": {
    endpoints: table(
      ["route", "what it does", "module", "success", "id"],
      routesOf(demo).map(({ id, method, path, summary, module }) => [
        code(`${method} ${path}`),
        summary,
        module,
        String(demo.success[id]),
        code(id),
      ]),
    ),
  },
  "docs/erp.md": { views: `\`\`\`sql\n${viewsSql(demo.erp)}\n\`\`\`` },
  "docs/errors.md": errorsParts(demo),
  "docs/operations.md": {
    alarms: table(
      ["alarm", "is raised when", "`watch`"],
      Object.entries(alarmTable).map(([id, { when, watch }]) => [
        `[${id}](#${id.toLowerCase()})`,
        when,
        code(watch),
      ]),
    ),
    metrics: table(
      ["metric", "one more each time"],
      Object.entries(metricMeanings).map(([name, means]) => [code(name), means]),
    ),
    codes: table(
      ["code", "level", "means"],
      Object.entries(logCodes).map(([name, { level, means }]) => [code(name), level, means]),
    ),
  },
};
export const description = `${JSON.stringify(describeApi(demo), null, 2)}\n`;

/** All that is generated: whole files, or parts of pages. */
export const generated: Readonly<Record<string, string | Parts>> = {
  ...parts,
  "docs/openapi.demo.json": description,
  ...Object.fromEntries(
    Object.values(v1).map((route) => [`functions/${route.id}.ts`, functionText(route)]),
  ),
};
