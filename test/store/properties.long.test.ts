import "../endpoint/any-event.test.ts";
