import "../endpoint/any-event.test.ts";
import "./attachment-activity.test.ts";
