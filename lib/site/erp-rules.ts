import { type Rule, twice, when } from "./rule.ts";

/** SQLite is a file and has no connection; every other database needs one. */
export const erpConnection: Rule = ({ erp: { dialect, connection } }) => [
  ...when(
    dialect === "sqlite" && connection !== false,
    "erp.connection",
    "SQLite reads a file and has no server: answer false",
  ),
  ...when(
    dialect !== "sqlite" && connection === false,
    "erp.connection",
    `where is the ${dialect} server?`,
  ),
];

/** Secrets Manager adds this to the name of a secret. With an ARN that lacks it, a function would not be allowed to read the secret. */
const ending = /-[A-Za-z0-9]{6}$/;

/** The secret and the network of a server have names of the form that AWS gives. */
export const erpOnAws: Rule = ({ erp: { connection } }) => {
  if (!connection) return [];
  const { password, network } = connection;
  return [
    ...when(
      "secret" in password && !ending.test(password.secret),
      "erp.connection.password.secret",
      "is not the whole ARN, which ends in a hyphen and six characters",
    ),
    ...twice("erp.connection.network.subnets", network ? network.subnets : []),
  ];
};

const bare = (path: string, name: string) =>
  when(name.split(".").includes(""), path, `"${name}" has a dot with no name beside it`);

/** A dot separates schema and view, so there must be a name on each side of it. */
export const erpNames: Rule = ({ erp: { boxes, zongpais } }) => [
  ...bare("erp.boxes.relation", boxes.relation),
  ...bare("erp.zongpais.relation", zongpais.relation),
];

/** A column cannot hold the key and the quantity at once, and a further column is shown once. */
export const erpColumns: Rule = ({ erp: { boxes, zongpais } }) => [
  ...when(
    boxes.boxNo === boxes.quantity,
    "erp.boxes.quantity",
    `"${boxes.quantity}" is the column of the box number already`,
  ),
  ...when(
    zongpais.zongpai === zongpais.quantity,
    "erp.zongpais.quantity",
    `"${zongpais.quantity}" is the column of the zongpai already`,
  ),
  ...twice(
    "erp.boxes.columns",
    boxes.columns.map(({ column }) => column),
    (column) => `the column "${column}" stands twice`,
  ),
];
