import "../endpoint/box-clears.test.ts";
import "../endpoint/clears.test.ts";
import "../endpoint/locations.test.ts";
import "../store/clears.test.ts";
import "../endpoint/expected-location.test.ts";
import "../endpoint/in-process/expected-location.test.ts";
