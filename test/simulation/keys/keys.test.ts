import { keysOn } from "./promise.ts";

keysOn({ demo: 400, "test/site/odd.ts": 200 }, 1_000);
