import { keysOn } from "./promise.ts";

keysOn({ demo: 1_500, "test/site/odd.ts": 500 }, 1_000);
