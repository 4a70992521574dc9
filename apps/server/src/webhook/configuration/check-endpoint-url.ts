import { isIP } from "node:net"
import { AddressResolver } from "@dragoman/delivery"
import type { DomainError } from "@dragoman/domain/error"
import { fieldErrors } from "@dragoman/domain/error"
import { endpointUrlMaxLength, mayReach, mayUsePort, parseEndpointUrl } from "@dragoman/domain/webhook"
import { Effect } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { webhookRules } from "./webhook-rules.ts"

/** A name server that takes longer is as good as none: the address is refused. */
const resolveMillisMax = 2_000

/** 400 before anything else is looked at. Source: reference "webhooks" 1.6. */
export const checkEndpointUrlLength = (text: string): Effect.Effect<void, DomainError> =>
  text.length > endpointUrlMaxLength
    ? Effect.fail(fieldErrors({ url: `size must be between 0 and ${endpointUrlMaxLength}` }))
    : Effect.void

/**
 * The address as it is stored, when its text is a plain URL with a port that may be used, and every address of its host may be reached now. It is checked
 * again at each connection, since names move.
 * Source: reference "webhooks" 1.5.
 */
export const checkEndpointUrl = Effect.fn("checkEndpointUrl")(function* (text: string) {
  const { host, port } = yield* orFail(parseEndpointUrl(text))
  const rules = webhookRules(yield* Settings)
  if (!mayUsePort(port, rules.ports)) return yield* failWith("url_not_valid")
  const resolver = yield* AddressResolver
  const addresses =
    isIP(host) > 0
      ? [host]
      : yield* resolver.resolve(host).pipe(
          Effect.timeout(resolveMillisMax),
          Effect.catch(() => failWith("url_not_valid"))
        )
  return mayReach(host, addresses, rules) ? text : yield* failWith("url_not_valid")
})
