export { AddressResolver, HostNotFound } from "./address-resolver.ts"
export type { Connection, ConnectionSet } from "./connection-set.ts"
export { type ConnectionTarget, EndpointConnector } from "./endpoint-connector.ts"
export { isNoConnection, makeGuardedConnections, tooMuchReceived } from "./guarded-connection.ts"
export {
  type GuardedFetch,
  type GuardedRequest,
  HostUnreachable,
  makeGuardedFetch,
  ResponseTooLarge
} from "./guarded-fetch.ts"
export { makeGuardedStreamFetch } from "./guarded-stream-fetch.ts"
export { type KeyedResponse, requestWithKey } from "./keyed-request.ts"
