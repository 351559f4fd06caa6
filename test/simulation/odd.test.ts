import odd from "../site/odd.ts";
import { simulatedOn } from "./promise.ts";

simulatedOn(odd, 2_000, 1_000);
