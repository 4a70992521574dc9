import { clientNetwork } from "@dragoman/domain/credential"
import { Context, Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { Settings } from "../settings/settings.ts"

/**
 * Facts that become known inside the router, for the access log and the metrics outside of it. Mutable, because the
 * middleware sees only the response: routes and the authorization write, the middleware reads.
 */
export interface RequestFacts {
  /** The pattern of the route (`/v2/projects/:projectId`), never the path itself; null: no route matched. */
  route: string | null
  /** null: no valid credential. */
  userId: number | null
}

/** The middleware provides one for each request; the default is for tests without the middleware. */
export const CurrentRequestFacts = Context.Reference<RequestFacts>(
  "@dragoman/server/platform/http/CurrentRequestFacts",
  {
    defaultValue: () => ({ route: null, userId: null })
  }
)

/** The client's address or its network: the bucket of rate limits by address. */
export const clientNetworkOf = ({
  remoteAddress
}: Pick<HttpServerRequest.HttpServerRequest, "remoteAddress">): string =>
  Option.match(remoteAddress, { onNone: () => "unknown", onSome: clientNetwork })

/** The start of absolute links, without a slash at the end: the public URL of the settings, else the requested one. */
export const publicAddress = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const { headers, protocol } = yield* HttpServerRequest.HttpServerRequest
  return publicUrl ?? `${protocol ?? "http"}://${headers["host"] ?? "localhost"}`
})
