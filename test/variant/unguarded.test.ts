import "../store/audit-impossible.test.ts";
import "../endpoint/attachment-boxes.test.ts";
import "../endpoint/attachment-config.test.ts";
import "../endpoint/locations.test.ts";
