import { simulatedOn } from "./promise.ts";

simulatedOn(["demo", "test/site/odd.ts", "plain"], 50_000);
