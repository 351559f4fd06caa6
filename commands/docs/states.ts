import { conditions } from "#lib/errors.ts";
import { code, type Parts, table } from "./markdown.ts";
import { attachmentEdges, type Edge, itemEdges } from "./state-edges.ts";

const id = (state: string) => state.replaceAll(" ", "_");

const diagram = <State extends string>(edges: readonly Edge<State>[], start: State): string => {
  const states = [...new Set(edges.map(([from]) => from))];
  const taken = edges.flatMap(([from, by, to]) =>
    to in conditions ? [] : [`  ${id(from)} --> ${id(to)}: ${by}`],
  );
  const named = states
    .filter((state) => state !== start)
    .map((state) => `  state "${state}" as ${id(state)}`);
  return [
    "```mermaid",
    "stateDiagram-v2",
    ...named,
    `  state "${start}" as ${id(start)}`,
    `  [*] --> ${id(start)}`,
    ...taken,
    "```",
  ].join("\n");
};

const part = <State extends string>(edges: readonly Edge<State>[], start: State): string =>
  `${diagram(edges, start)}\n\n${table(
    ["state", "write", "refused as"],
    edges.flatMap(([from, by, refused]) =>
      refused in conditions ? [[from, by, code(refused)]] : [],
    ),
  )}`;

/** docs/states.md: the state diagrams of a box item and of an attachment. */
export const statesParts = (): Parts => ({
  item: part(itemEdges, "absent"),
  attachment: part(attachmentEdges, "unknown"),
});
