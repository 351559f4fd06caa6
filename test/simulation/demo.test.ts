import demo from "../../sites/demo.ts";
import { simulatedOn } from "./promise.ts";

simulatedOn(demo, 2_000, 1_000);
