import "./schemathesis.long.test.ts";
