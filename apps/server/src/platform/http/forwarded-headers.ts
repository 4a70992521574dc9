import type { RequestFacts } from "@dragoman/domain/doctor"
import { classifyAddress, isInRange, parseIpAddress, parseIpRange } from "@dragoman/domain/network"
import { Context, Effect, Layer, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Settings } from "../settings/settings.ts"

/** Number of addresses whose class is cached: proxies are few, and the others do not return soon. */
const knownMax = 1_000

interface Peer {
  readonly isTrusted: boolean
  /** Whether the address is in a private network or on this machine, where proxies are. */
  readonly isNear: boolean
}

/**
 * Records for the operator which `X-Forwarded-*` headers this server has received since its start. Headers of public
 * addresses are forged all the time, and ignored; those of near ones are mostly of a proxy that the settings do not
 * name.
 */
export class ForwardedHeaders extends Context.Service<
  ForwardedHeaders,
  {
    /** Records a request before the headers are applied. */
    readonly note: (request: Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress">) => void
    readonly seen: () => RequestFacts
  }
>()("@dragoman/server/platform/http/ForwardedHeaders") {
  static readonly layer = Layer.effect(
    ForwardedHeaders,
    Effect.map(Settings, ({ trustedProxies }) => {
      const ranges = trustedProxies.flatMap((text) => parseIpRange(text) ?? [])
      const peers = new Map<string, Peer>()
      let seen: RequestFacts = { ignoredFrom: null, trustedWith: 0, trustedWithout: 0 }
      const peerOf = (text: string): Peer => {
        const known = peers.get(text)
        if (known !== undefined) return known
        const address = parseIpAddress(text.replace(/^::ffff:(?=\d+\.)/i, ""))
        const peer = {
          isTrusted: address !== null && ranges.some((range) => isInRange(address, range)),
          isNear: classifyAddress(text) !== "public"
        }
        if (peers.size >= knownMax) peers.clear()
        peers.set(text, peer)
        return peer
      }
      return ForwardedHeaders.of({
        note: ({ headers, remoteAddress }) => {
          const has = headers["x-forwarded-for"] !== undefined
          if ((!has && ranges.length === 0) || Option.isNone(remoteAddress)) return
          const { isTrusted, isNear } = peerOf(remoteAddress.value)
          if (isTrusted) {
            seen = has
              ? { ...seen, trustedWith: seen.trustedWith + 1 }
              : { ...seen, trustedWithout: seen.trustedWithout + 1 }
          } else if (has && isNear) {
            seen = { ...seen, ignoredFrom: remoteAddress.value }
          }
        },
        seen: () => seen
      })
    })
  )
}
