import { type RelyingParty, relyingPartyOf } from "@dragoman/domain/second-factor"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { failWith } from "../../platform/fail.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"

/** The client of a request, as checks of passwords, codes and passkeys need it. */
export const provingClientOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const { publicUrl } = yield* Settings
  return { network: clientNetworkOf(request), relyingParty: relyingPartyOf(publicUrl, request.headers["host"]) }
})

/** Browsers make passkeys for names only. */
export const requireRelyingParty = (party: RelyingParty | null) =>
  party === null || /^[\d.]+$|^\[/.test(party.id) ? failWith("passkeys_not_possible") : Effect.succeed(party)
