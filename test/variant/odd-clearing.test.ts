import "../endpoint/clears.test.ts";
import "../endpoint/locations.test.ts";
import "../store/clears.test.ts";
