/** The client without the pool and the native driver of the package's entry. */
declare module "pg/lib/client.js" {
  export { Client as default } from "pg";
}
