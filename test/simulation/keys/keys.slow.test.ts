import { keysOn } from "./promise.ts";

keysOn({ demo: 70_000, "test/site/odd.ts": 20_000, "test/site/plain-with-pages.ts": 10_000 });
