import "../endpoint/boxes.test.ts";
import "../endpoint/attachment-boxes.test.ts";
import "../endpoint/refusal-values.test.ts";
