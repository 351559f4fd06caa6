import "../endpoint/box-locations.test.ts";
import "../endpoint/counts.test.ts";
