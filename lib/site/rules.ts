import { allowances, credentials } from "./auth-rules.ts";
import { erpColumns, erpConnection, erpNames, erpOnAws } from "./erp-rules.ts";
import { errorAnswers, errorCodes } from "./error-rules.ts";
import { headers, keyFields, routes, wireNames, words } from "./name-rules.ts";
import { kinds } from "./overlap-rules.ts";
import { pageAuth, pagePaths } from "./page-rules.ts";
import { patterns } from "./pattern-rules.ts";
import { caps, quantities } from "./quantity-rules.ts";
import type { Rule } from "./rule.ts";
import { scans } from "./scan-rules.ts";
import { shards } from "./shard-rules.ts";

/** The rules between the answers of a profile, which types cannot see. */
export const rules: readonly Rule[] = [
  wireNames,
  headers,
  keyFields,
  routes,
  patterns,
  quantities,
  caps,
  errorAnswers,
  errorCodes,
  credentials,
  allowances,
  words,
  erpConnection,
  erpOnAws,
  erpNames,
  erpColumns,
  scans,
  kinds,
  shards,
  pageAuth,
  pagePaths,
];
