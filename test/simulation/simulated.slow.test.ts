import { simulatedOn } from "./promise.ts";

simulatedOn(["demo", "test/site/odd.ts"], 50_000);
