import "../store/attachment-audit.test.ts";
import "../store/attachment-races.long.test.ts";
import "../store/attachment-sums.test.ts";
