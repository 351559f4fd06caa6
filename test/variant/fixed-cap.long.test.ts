import "../store/attachment-activity.test.ts";
import "../store/attachment-races.long.test.ts";
