import odd from "../site/odd.ts";
import { simulatedOn } from "./promise.ts";

simulatedOn(odd, 50_000);
