import "../endpoint/product.test.ts";
import "../endpoint/in-process/product.test.ts";
