import "../store/attachment-activity.test.ts";
