import { simulatedOn } from "./promise.ts";

simulatedOn(["demo", "test/site/odd-keyless.ts"], 2_000, 1_000);
