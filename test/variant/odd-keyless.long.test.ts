import "../endpoint/exactly-once.test.ts";
import "../endpoint/boxes.test.ts";
import "../endpoint/history.test.ts";
import "../endpoint/in-process/one-answer.test.ts";
import "../endpoint/in-process/outages.test.ts";
