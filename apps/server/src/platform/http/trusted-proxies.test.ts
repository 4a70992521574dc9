import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { trustProxies } from "./trusted-proxies.ts"

const { apply, addressOf } = trustProxies(["10.0.0.0/8", "::1", "192.0.2.7"])

const received = (peer: string, forwardedFor: string | null) =>
  HttpServerRequest.fromWeb(
    new Request("http://localhost/", forwardedFor === null ? {} : { headers: { "x-forwarded-for": forwardedFor } })
  ).modify({ remoteAddress: Option.some(peer) })

describe("the address of a client", () => {
  it.effect.each([
    ["without a header is that of the connection", "10.0.0.1", null, "10.0.0.1"],
    ["of no proxy stays although it sends the header", "203.0.113.1", "198.51.100.1", "203.0.113.1"],
    ["is what the proxy tells", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["is the last one that no proxy has", "10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["is the first one of proxies alone", "::ffff:10.0.0.1", "10.0.0.3,192.0.2.7", "10.0.0.3"],
    ["may have a port", "::1", "198.51.100.1:4711", "198.51.100.1"],
    ["may have brackets", "::1", "[2001:db8::1]", "2001:db8::1"],
    ["may have brackets and a port", "::1", "[2001:db8::1]:80", "2001:db8::1"],
    ["is that of the proxy where the list is unreadable", "10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"],
    ["is that of the proxy where the list is empty", "10.0.0.1", "", "10.0.0.1"]
  ] as const)("%s", ([, peer, forwardedFor, expected]) =>
    Effect.gen(function* () {
      const request = received(peer, forwardedFor)
      assert.strictEqual(addressOf(request), expected)
      let applied: string | null = null
      const handler = Effect.map(HttpServerRequest.HttpServerRequest, ({ remoteAddress }) => {
        applied = Option.getOrNull(remoteAddress)
        return HttpServerResponse.empty()
      })
      yield* Effect.provideService(apply(handler), HttpServerRequest.HttpServerRequest, request)
      assert.strictEqual(applied, expected)
    })
  )
})
