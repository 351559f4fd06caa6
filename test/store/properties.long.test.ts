import "../endpoint/any-event.test.ts";
import "./attachment-audit.test.ts";
import "./attachment-sums.test.ts";
