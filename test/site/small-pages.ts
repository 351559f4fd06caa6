import { demoWith } from "./demo-with.ts";

/** Demo with the smallest pages that this test fills, without the endpoints that give exact numbers. */
export default demoWith({
  "overview.pageSize": 3,
  "box.pageSize": 50,
  "routes.counts": false,
  "routes.goodsStatus": false,
});
