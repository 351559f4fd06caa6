import { simulatedOn } from "./promise.ts";

simulatedOn(["demo", "test/site/odd-keyless.ts", "plain"], 5_000);
