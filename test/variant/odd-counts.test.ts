import "../endpoint/counts.test.ts";
