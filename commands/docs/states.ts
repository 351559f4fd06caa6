import { attachmentEdges, type Edge, itemEdges } from "#lib/domain/states.ts";
import { code, page, table } from "./markdown.ts";

const id = (state: string) => state.replaceAll(" ", "_");

const diagram = <State extends string>(edges: readonly Edge<State>[], start: State): string => {
  const states = [...new Set(edges.map(({ from }) => from))];
  const taken = edges.flatMap((edge) => ("to" in edge ? [`  ${id(edge.from)} --> ${id(edge.to)}: ${edge.by}`] : []));
  const named = states.filter((state) => state !== start).map((state) => `  state "${state}" as ${id(state)}`);
  return ["```mermaid", "stateDiagram-v2", ...named, `  state "${start}" as ${id(start)}`, `  [*] --> ${id(start)}`, ...taken, "```"].join(
    "\n",
  );
};

const refusals = <State extends string>(edges: readonly Edge<State>[]): string =>
  table(
    ["state", "write", "refused as"],
    edges.flatMap((edge) => ("refused" in edge ? [[edge.from, edge.by, code(edge.refused)]] : [])),
  );

/** The state diagrams of a box item and of an attachment. */
export const statesPage = (): string =>
  page("States", [
    "As the example site `demo` answers: real evidence is a box entry and does not flip back, the removal guard protects what is boxed or located. Each edge below is a condition in a transaction; a test walks them all.",
    "## An item of a box",
    diagram(itemEdges, "absent"),
    refusals(itemEdges),
    "## An attachment",
    "`boxed` has real evidence on this site. `evidenced` is what the deletion of the last entry leaves; `removed` keeps its evidence and finds it again when it is configured anew.",
    diagram(attachmentEdges, "unknown"),
    refusals(attachmentEdges),
  ]);
