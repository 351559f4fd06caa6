import { demoWith } from "./demo-with.ts";
import { endpointsOfRole } from "./roles.ts";

/** Demo with keys whose roles may call different endpoints. */
const roleOfKey = {
  "handheld-1": "scanner",
  "handheld-2": "scanner",
  desk: "supervisor",
  erp: "integration",
};
export default demoWith({
  "auth.keys": Object.keys(roleOfKey),
  "auth.allowed": { roles: endpointsOfRole, keys: roleOfKey },
});
