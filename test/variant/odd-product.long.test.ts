import "../endpoint/product.test.ts";
import "../endpoint/in-process/product.test.ts";
import "../endpoint/box-info.test.ts";
import "../endpoint/status.test.ts";
