import { commandCodes, type LabelCommand, labelCommands } from "#labels/command-codes.ts";
import { rolesAllowedFor } from "#lib/gate/roles.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { servedIds } from "#lib/served-ids.ts";
import type { Site } from "#lib/site/schema.ts";
import { commandWordsIn } from "../../frontend/pages/src/worker/scan/command-words.ts";
import { modeRoutes } from "../../frontend/pages/src/worker/scan/mode-routes.ts";

/** The routes for each button. A worker needs one of them to see the button. Without routes, every worker sees it. */
const routesOf: Readonly<Record<LabelCommand, readonly RouteId[]>> = {
  ...modeRoutes,
  check: ["location-overview"],
  offShelf: ["post-trace-location", "post-attachment-location"],
  save: ["post-box", "post-attachment-box"],
  cancel: [],
  takeBack: [],
};

/** The labels of the buttons that workers of a site may use: their codes, and their words in each language of its pages. */
export const commandLabelsOf = (site: Site): { readonly code: string; readonly text: string }[] => {
  const { pages } = site;
  if (!pages) return [];
  const served = servedIds(site);
  const mayBeCalled = (id: RouteId) =>
    served.includes(id) && rolesAllowedFor(id, site)?.length !== 0;
  const languages = pages.words.map(({ both, worker }) => commandWordsIn({ ...both, ...worker }));
  return labelCommands
    .filter((command) => routesOf[command].length === 0 || routesOf[command].some(mayBeCalled))
    .map((command) => {
      const words = new Set(languages.map((language) => language[command]));
      return { code: commandCodes[command], text: [...words].join(" · ") };
    });
};
