import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Gateway, gatewayFile, type Key } from "./stand-in-keys.ts";

/** A fake of the AWS CLI: `node stand-in-api-gateway.ts <folder> <action> <options>`. */
const [folder = "", action = "", ...options] = process.argv.slice(2);
const file = gatewayFile(folder);
const gateway: Gateway = JSON.parse(readFileSync(file, "utf8"));

const fail = (message: string): never => {
  console.error(message);
  process.exit(254);
};
const option = (name: string): string => {
  const at = options.indexOf(name);
  return at < 0 ? fail(`${name} is missing`) : (options[at + 1] ?? "");
};
const note = (changed: Partial<Gateway>) =>
  writeFileSync(
    file,
    JSON.stringify({ ...gateway, calls: [...gateway.calls, action], ...changed }),
  );
/** Changes the keys, or fails if the test says so. */
const change = (keys: readonly Key[]) => {
  if (gateway.left === 0) fail("An error occurred (TooManyRequestsException)");
  note({ keys, left: gateway.left - 1 });
};
const changeOf = (id: string, changed: Partial<Key>) =>
  change(gateway.keys.map((key) => (key.id === id ? { ...key, ...changed } : key)));
const isThere = (id: string) =>
  gateway.keys.some((key) => key.id === id) || fail("An error occurred (NotFoundException)");

const actions: Readonly<Record<string, () => unknown>> = {
  "get-stage": () => {
    if (option("--rest-api-id") !== "ap1") fail("An error occurred (NotFoundException)");
    const stage = join(folder, "stage");
    return existsSync(stage) ? JSON.parse(readFileSync(stage, "utf8")) : {};
  },
  "get-api-keys": () => {
    if (options.includes("--include-values")) fail("The values must not be read.");
    note({});
    const items = gateway.keys
      .filter(({ name }) => name.startsWith(option("--name-query")))
      .map(({ id, name, enabled }) => ({ id, name, enabled }));
    return { items };
  },
  "get-usage-plan-keys": () => {
    if (option("--usage-plan-id") !== "p1an") fail("An error occurred (NotFoundException)");
    if (option("--query") !== "items[].id") fail("The values must not be read.");
    note({});
    return gateway.keys.flatMap(({ id, inPlan }) => (inPlan ? [id] : []));
  },
  "create-api-key": () => {
    const input = option("--cli-input-json").replace(/^file:\/\//, "");
    if (statSync(input).mode & 0o077) fail("Others may read the value.");
    const { name, value, enabled } = JSON.parse(readFileSync(input, "utf8"));
    if (gateway.keys.some((key) => key.value === value))
      fail("An error occurred (ConflictException)");
    const id = `made-${gateway.keys.length}`;
    change([...gateway.keys, { id, name, value, enabled, inPlan: false }]);
    return id;
  },
  "create-usage-plan-key": () => {
    const id = option("--key-id");
    isThere(id);
    changeOf(id, { inPlan: true });
    return id;
  },
  "update-api-key": () => {
    const id = option("--api-key");
    isThere(id);
    if (option("--patch-operations") !== "op=replace,path=/enabled,value=false") fail("Unknown");
    changeOf(id, { enabled: false });
    return id;
  },
};

if (gateway.isDenied) fail("An error occurred (AccessDeniedException)");
console.log(JSON.stringify(actions[action]?.() ?? fail(`Unknown: ${action}`)));
