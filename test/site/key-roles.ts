import { demoWith } from "./changed.ts";
import { roles } from "./roles.ts";

/** Demo with keys whose roles may call different endpoints. */
const keys = {
  "handheld-1": "scanner",
  "handheld-2": "scanner",
  desk: "supervisor",
  erp: "integration",
};
export default demoWith({ "auth.keys": Object.keys(keys), "auth.allowed": { roles, keys } });
