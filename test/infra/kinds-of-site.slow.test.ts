import "./kinds-of-site.long.test.ts";
