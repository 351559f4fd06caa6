// @module-tag engine
import "./kinds-of-site.long.test.ts";
