import { isIP } from "node:net"
import type { ApiError } from "@dragoman/api"
import { AddressResolver } from "@dragoman/delivery"
import { refuseFields } from "@dragoman/domain/error"
import { endpointUrlMaxLength, mayReach, parseAllowList, parseEndpointUrl } from "@dragoman/domain/webhook"
import { Effect } from "effect"
import { accepted, refused, refusedWith } from "../http/refused.ts"
import { Settings } from "../settings/settings.ts"

/** A name server that takes longer is as good as none: the address is refused. */
const resolveMillisMax = 2_000

/** 400 before anything else is looked at. Source: reference "webhooks" 1.6. */
export const checkEndpointUrlLength = (text: string): Effect.Effect<void, ApiError> =>
  text.length > endpointUrlMaxLength
    ? refused(refuseFields({ url: `size must be between 0 and ${endpointUrlMaxLength}` }))
    : Effect.void

/**
 * The address as it is stored, when its text is a plain URL and every address of its host may be reached now. It is checked
 * again at each connection, since names move.
 * Source: reference "webhooks" 1.5.
 */
export const checkEndpointUrl = Effect.fn("checkEndpointUrl")(function* (text: string) {
  const { host } = yield* accepted(parseEndpointUrl(text))
  const { webhookAllow } = yield* Settings
  const resolver = yield* AddressResolver
  const addresses =
    isIP(host) > 0
      ? [host]
      : yield* resolver.resolve(host).pipe(
          Effect.timeout(resolveMillisMax),
          Effect.catch(() => refusedWith(400, "url_not_valid"))
        )
  const { allowList } = parseAllowList(webhookAllow)
  return mayReach(host, addresses, allowList) ? text : yield* refusedWith(400, "url_not_valid")
})
