import "./kept.long.test.ts";
