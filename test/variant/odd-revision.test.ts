import "../endpoint/attachment-config.test.ts";
import "../endpoint/config-revision.test.ts";
import "../endpoint/in-process/config-revision.test.ts";
