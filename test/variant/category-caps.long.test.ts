import "../store/attachment-audit.test.ts";
import "../store/attachment-sums.test.ts";
