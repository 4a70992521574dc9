export { AddressResolver, HostNotFound } from "./address-resolver.ts"
export type { Connection, ConnectionSet } from "./connection-set.ts"
export {
  type ConnectionTarget,
  EndpointConnector,
  isNoConnection,
  makeGuardedConnections,
  tooMuchReceived
} from "./guarded-connection.ts"
export { type KeyedResponse, requestWithKey } from "./keyed-request.ts"
