/** The client alone: the package's entry brings a pool and a native driver along, and a bundle would hold both. */
declare module "pg/lib/client.js" {
  export { Client as default } from "pg";
}
