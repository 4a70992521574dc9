import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { endpointRules } from "@dragoman/domain/network"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AddressResolver } from "./address-resolver.ts"
import { EndpointConnector } from "./endpoint-connector.ts"
import { HostUnreachable, makeGuardedFetch, ResponseTooLarge } from "./guarded-fetch.ts"

const startServer = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer(listener).listen(0, "127.0.0.1")
      await once(server, "listening")
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

const makeFetch = (responseBytesMax?: number) =>
  makeGuardedFetch({
    rules: endpointRules({ allow: ["*"], ports: ["*"] }),
    timeoutMillis: 60_000,
    ...(responseBytesMax !== undefined && { responseBytesMax })
  }).pipe(Effect.provide(Layer.merge(AddressResolver.layer, EndpointConnector.layer)))

const request = { method: "GET", headers: {}, body: null }
const failureOf = (response: Promise<Response>) =>
  Effect.promise(() =>
    response.then(
      () => null,
      (error: unknown) => error
    )
  )

describe("a guarded request", () => {
  it.live("closes its connection when it is aborted", () =>
    Effect.gen(function* () {
      const arrived = Promise.withResolvers<{ readonly closed: Promise<unknown> }>()
      const { url } = yield* startServer((incoming) => arrived.resolve({ closed: once(incoming.socket, "close") }))
      const fetch = yield* makeFetch()
      const aborting = new AbortController()
      const response = failureOf(fetch(url, { ...request, signal: aborting.signal }))
      yield* Effect.promise(async () => {
        const failure = Effect.runPromise(response)
        const { closed } = await arrived.promise
        aborting.abort()
        assert.instanceOf(await failure, HostUnreachable)
        await closed
      })
    }).pipe(Effect.scoped)
  )

  it.live("takes a response up to its limit", () =>
    Effect.gen(function* () {
      const { url } = yield* startServer((_, response) => response.end("12345"))
      const enough = yield* makeFetch(5)
      assert.strictEqual(yield* Effect.promise(async () => (await enough(url, request)).text()), "12345")
      const little = yield* makeFetch(4)
      assert.instanceOf(yield* failureOf(little(url, request)), ResponseTooLarge)
    }).pipe(Effect.scoped)
  )

  it.live("does not follow a redirect", () =>
    Effect.gen(function* () {
      let requests = 0
      const { url } = yield* startServer((_, response) => {
        requests++
        response.writeHead(302, { location: "/other" }).end()
      })
      const fetch = yield* makeFetch()
      assert.strictEqual((yield* Effect.promise(() => fetch(url, request))).status, 302)
      assert.strictEqual(requests, 1)
    }).pipe(Effect.scoped)
  )
})
