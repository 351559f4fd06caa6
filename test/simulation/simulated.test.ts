import { simulatedOn } from "./promise.ts";

simulatedOn(["demo"], 500, 1_000);
