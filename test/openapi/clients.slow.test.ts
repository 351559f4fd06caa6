import "./clients.long.test.ts";
