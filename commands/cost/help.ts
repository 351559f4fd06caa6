import { assumptions } from "./assumptions.ts";
import { operationIds } from "./mix.ts";
import { asOf, prices } from "./prices.ts";

/** What --help prints. */
export const help = `Says what scans cost on AWS, by part. A scan is one request of a scanner, a write or a read.

  npm run cost [-- options]

Runs every operation once on a store and an ERP of its own and measures what it takes: units of DynamoDB, bytes of answers, logs and
storage. Of each write also what it takes when it is sent again. A mix of the operations and the list prices make the bill.

  --scans <n>         how many scans (default 1000000)
  --site <name>       a profile under sites/, or the path of one that ends in .ts (SITE, else demo)
  --region <name>     ${Object.keys(prices).join(" or ")} (default us-east-1); prices of ${asOf}, in commands/cost/prices.ts
  --mix <file>        the proportions of the operations, as JSON such as {"register": 2, "save": 1} (default: the requests of
                      npm run replay over the AdventureWorks orders)
  --again <share>     the share of the writes that are sent twice, 0 to 1 (default ${assumptions.sentAgain})
  --rate <n>          requests a second while the warehouse works, which decides how many are traced (default ${assumptions.rate})
  --memory <MB>       memory of the functions (default: what the site says)
  --duration <ms>     billed milliseconds of a warm request (default: from the measured trips and commands/cost/assumptions.ts)
  --write             write docs/cost.md, for the site demo and the default mix
  --json              print the figures as JSON instead of tables
  --help              print this text

The operations of a mix: ${operationIds.slice(0, 11).join(", ")},
${operationIds.slice(11).join(", ")}.

The time of functions is no measurement but an assumption, as are the bytes of lines that AWS itself logs; without free tier.
Exit status: 0 told; 1 it could not be measured; 2 wrong call.
`;
