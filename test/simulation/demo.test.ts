import demo from "../../sites/demo.ts";
import { simulatedOn } from "./promise.ts";

simulatedOn(demo, 800, 1_000);
