import { simulatedOn } from "./promise.ts";

simulatedOn(["demo", "test/site/odd-keyless.ts"], 500, 1_000);
