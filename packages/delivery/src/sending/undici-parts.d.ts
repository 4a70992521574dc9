// The parts of undici that deliveries need: all of it costs each thread 6 MB more. ADR 24.
declare module "undici/lib/dispatcher/client.js" {
  import { Client } from "undici"
  export default Client
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici"
  export default buildConnector
}
