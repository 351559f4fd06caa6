import { functionText } from "#infra/bundle/entries.ts";
import { describeApi } from "#lib/openapi/description.ts";
import { v1 } from "#lib/routes.ts";
import demo from "../../sites/demo.ts";
import { endpointsParts } from "./endpoints.ts";
import { errorsParts } from "./errors.ts";
import type { Parts } from "./markdown.ts";
import { openPointsParts } from "./open-points.ts";
import { operationsParts } from "./operations.ts";

const parts: Readonly<Record<string, Parts>> = {
  "docs/open-points.md": openPointsParts(demo),
  "docs/endpoints.md": endpointsParts(demo),
  "docs/errors.md": errorsParts(demo),
  "docs/operations.md": operationsParts(),
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
