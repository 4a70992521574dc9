import { isIP } from "node:net"
import { type EndpointRules, mayReach, mayUsePort, parseEndpointUrl } from "@dragoman/domain/network"
import { AddressResolver } from "@dragoman/network"
import { Effect } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"

/** Timeout of name resolution; the URL is rejected after it. */
const resolveMillisMax = 2_000

/**
 * Checks a URL to store: a plain URL with an allowed port, whose host resolves only to addresses that the server may
 * reach. The SSRF guard repeats the check at each connection, because names change their addresses.
 *
 * Parameters of `url_not_valid`: the reason, and the setting of the server that decides. Unknown and private names have
 * the same reason, so that no caller learns which names the server's network has.
 */
export const checkReachableUrl = Effect.fn("checkReachableUrl")(function* (
  text: string,
  options: { readonly rules: EndpointRules; readonly maxLength?: number; readonly allowSetting: string }
) {
  const { rules, maxLength, allowSetting } = options
  const { host, port } = yield* orFail(parseEndpointUrl(text, maxLength))
  if (!mayUsePort(port, rules.ports)) {
    return yield* failWith("url_not_valid", ["port_not_allowed", "DRAGOMAN_WEBHOOK_PORTS"])
  }
  const resolver = yield* AddressResolver
  const isAddress = isIP(host) > 0
  const reason = isAddress ? "address_not_allowed" : "host_unknown_or_not_allowed"
  const rejected = failWith("url_not_valid", [reason, allowSetting])
  const addresses = isAddress
    ? [host]
    : yield* resolver.resolve(host).pipe(
        Effect.timeout(resolveMillisMax),
        Effect.catch(() => rejected)
      )
  return mayReach(host, addresses, rules) ? text : yield* rejected
})
