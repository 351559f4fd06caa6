import { demoWith } from "./changed.ts";

/** Demo with three entries a page, without the endpoints that give exact numbers. */
export default demoWith({
  "overview.pageSize": 3,
  "box.pageSize": 3,
  "routes.counts": false,
  "routes.goodsStatus": false,
});
