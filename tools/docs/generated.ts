import { exampleEvent } from "#infra/bundle/example-event.ts";
import { alarmTable } from "#infra/watch/alarm-table.ts";
import { type LogCode, logCodes } from "#lib/log.ts";
import { logMeanings } from "#lib/log-meanings.ts";
import { metricMeanings } from "#lib/metrics.ts";
import { describeApi } from "#lib/openapi/description.ts";
import { routesOf } from "#lib/routes.ts";
import { viewsSql } from "../../commands/erp-check/views-sql.ts";
import demo from "../../sites/demo.ts";
import { errorsParts } from "./errors.ts";
import { codeSpan, markdownTable, type PageParts } from "./markdown.ts";
import { openPointsParts } from "./open-points.ts";

const pageParts: Readonly<Record<string, PageParts>> = {
  "docs/open-points.md": openPointsParts(demo),
  "docs/endpoints.md": {
    endpoints: markdownTable(
      ["route", "what it does", "module", "success", "id"],
      routesOf(demo).map(({ id, method, path, summary, module }) => [
        codeSpan(`${method} ${path}`),
        summary,
        module,
        String(demo.success[id]),
        codeSpan(id),
      ]),
    ),
  },
  "docs/erp.md": { views: `\`\`\`sql\n${viewsSql(demo.erp)}\n\`\`\`` },
  "docs/errors.md": errorsParts(demo),
  "docs/operations.md": {
    alarms: markdownTable(
      ["alarm", "is raised when", "`watch`"],
      Object.entries(alarmTable).map(([id, { when, watch }]) => [
        `[${id}](#${id.toLowerCase()})`,
        when,
        codeSpan(watch),
      ]),
    ),
    metrics: markdownTable(
      ["metric", "counts"],
      Object.entries(metricMeanings).map(([name, means]) => [codeSpan(name), means]),
    ),
    codes: markdownTable(
      ["code", "level", "means"],
      Object.entries(logCodes).map(([name, level]) => [
        codeSpan(name),
        level,
        logMeanings[name as LogCode],
      ]),
    ),
  },
};
export const apiDescription = `${JSON.stringify(describeApi(demo), null, 2)}\n`;

/** The example of each route as the event that its function gets, for `sam local invoke`. */
const eventFiles = Object.fromEntries(
  routesOf(demo).map((route) => [
    `test/events/${route.id}.json`,
    `${JSON.stringify(exampleEvent(route, demo), null, 2)}\n`,
  ]),
);

/** All generated files, and all generated parts of pages. */
export const generatedFiles: Readonly<Record<string, string | PageParts>> = {
  ...pageParts,
  "docs/openapi.demo.json": apiDescription,
  ...eventFiles,
};
