// @module-tag engine
import "./late-lines.long.test.ts";
