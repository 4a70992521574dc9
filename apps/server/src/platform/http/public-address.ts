import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { Settings } from "../settings/settings.ts"

/** What absolute links begin with: the public address of the settings, else the one that was asked. No slash at the end. */
export const publicAddress = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const { headers, protocol } = yield* HttpServerRequest.HttpServerRequest
  return publicUrl ?? `${protocol ?? "http"}://${headers["host"] ?? "localhost"}`
})
