import { simulatedOn } from "./promise.ts";

simulatedOn(["plain"], 5_000);
