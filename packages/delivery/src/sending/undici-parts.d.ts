// The parts of undici that deliveries need: the whole of it costs every thread 14 MB more.
declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici"
  export default Pool
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici"
  export default buildConnector
}
