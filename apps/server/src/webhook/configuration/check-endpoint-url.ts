import { isIP } from "node:net"
import { AddressResolver } from "@dragoman/delivery"
import type { DomainError } from "@dragoman/domain/error"
import { fieldErrors } from "@dragoman/domain/error"
import { endpointUrlMaxLength, mayReach, mayUsePort, parseEndpointUrl } from "@dragoman/domain/webhook"
import { webhookRules } from "@dragoman/settings"
import { Effect } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"

/** Timeout of name resolution; the URL is rejected after it. */
const resolveMillisMax = 2_000

/** Checked before anything else. */
export const checkEndpointUrlLength = (text: string): Effect.Effect<void, DomainError> =>
  text.length > endpointUrlMaxLength
    ? Effect.fail(fieldErrors({ url: `size must be between 0 and ${endpointUrlMaxLength}` }))
    : Effect.void

/**
 * The URL to store. Fails unless it is a plain URL with an allowed port whose host resolves only to addresses that the
 * server may reach. The SSRF guard repeats the check at each connection, because names change their addresses.
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
