import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** Demo with pages of another origin, which a test learns only when it runs. */
export default defineSite({
  ...demo,
  get origin() {
    return process.env.TEST_ORIGIN ?? "https://pages.example.org";
  },
});
