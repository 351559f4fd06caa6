import "../endpoint/box-info.test.ts";
import "../endpoint/status.test.ts";
