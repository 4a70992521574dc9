import { type RelyingParty, relyingPartyOf } from "@dragoman/domain/second-factor"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { failWith } from "../../platform/fail.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"

/** Identifies the client of a request for checks of passwords, codes and passkeys. */
export const provingClientOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const { publicUrl } = yield* Settings
  return { network: clientNetworkOf(request), relyingParty: relyingPartyOf(publicUrl, request.headers["host"]) }
})

/** Fails for an IP address, because browsers make passkeys for names only. */
export const requireRelyingParty = (party: RelyingParty | null) =>
  party === null || /^[\d.]+$|^\[/.test(party.id) ? failWith("passkeys_not_possible") : Effect.succeed(party)
