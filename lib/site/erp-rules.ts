import { type Rule, when } from "./rule.ts";

/** A file has no server, and a server no file. */
export const erpConnection: Rule = ({ erp: { dialect, connection } }) => [
  ...when(dialect === "sqlite" && connection !== false, "erp.connection", "SQLite reads a file and has no server: answer false"),
  ...when(dialect !== "sqlite" && connection === false, "erp.connection", `where is the ${dialect} server?`),
];

/** A dot stands between schema and view, so there must be a name on each side of it. */
export const erpNames: Rule = ({ erp: { boxes, zongpais } }) =>
  (
    [
      ["erp.boxes.relation", boxes.relation],
      ["erp.zongpais.relation", zongpais.relation],
    ] as const
  ).flatMap(([path, name]) => when(name.split(".").includes(""), path, `"${name}" has a dot with no name beside it`));
