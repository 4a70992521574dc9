import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { endpointRules } from "@dragoman/domain/network"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AddressResolver } from "./address-resolver.ts"
import { EndpointConnector } from "./endpoint-connector.ts"
import { HostUnreachable } from "./guarded-fetch.ts"
import { makeGuardedStreamFetch } from "./guarded-stream-fetch.ts"

/** Sends requests to a server of this machine. */
const withServer = <A>(
  listener: RequestListener,
  use: (fetch: typeof globalThis.fetch, url: string) => Promise<A>,
  rules = endpointRules({ allow: ["*"], ports: ["*"] })
) =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const started = createServer(listener).listen(0, "127.0.0.1")
        await once(started, "listening")
        return started
      }),
      (started) => Effect.sync(() => started.closeAllConnections())
    )
    yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
    const fetch = yield* makeGuardedStreamFetch(rules)
    return yield* Effect.promise(() =>
      use(fetch, `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?q=1`)
    )
  }).pipe(Effect.scoped, Effect.provide(Layer.mergeAll(AddressResolver.layer, EndpointConnector.layer)))

const reject = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error("It was fulfilled.")
}

describe("a guarded fetch that streams", () => {
  it.live("sends method, path, headers and body, and gives status, headers and body", () =>
    withServer(
      (request, response) => {
        const { method, url, headers } = request
        request.on("data", (body) => {
          response.writeHead(418, { "x-answer": "yes" })
          response.end(JSON.stringify([method, url, headers["x-asked"], headers["content-length"], String(body)]))
        })
      },
      async (fetch, url) => {
        const response = await fetch(url, { method: "POST", headers: { "X-Asked": "1" }, body: "Zürich" })
        assert.deepStrictEqual([response.status, response.headers.get("x-answer")], [418, "yes"])
        assert.deepStrictEqual(await response.json(), ["POST", "/path?q=1", "1", "7", "Zürich"])
      }
    )
  )

  it.live("gives a part of the body before the rest was sent", () => {
    let sendRest = () => {}
    return withServer(
      (_, response) => {
        response.write("first ")
        sendRest = () => response.end("second")
      },
      async (fetch, url) => {
        const texts: Array<string> = []
        for await (const part of (await fetch(url)).body ?? []) {
          texts.push(new TextDecoder().decode(part))
          if (texts.length === 1) sendRest()
        }
        assert.deepStrictEqual(texts, ["first ", "second"])
      }
    )
  })

  it.live("follows no redirect", () =>
    withServer(
      (_, response) => response.writeHead(302, { location: "/elsewhere" }).end(),
      async (fetch, url) => assert.strictEqual((await fetch(url)).status, 302)
    )
  )

  it.live("ends by the signal, before and within the body", () =>
    withServer(
      (request, response) => {
        if (request.headers["x-part"] !== undefined) response.write("first ")
      },
      async (fetch, url) => {
        const already = await reject(fetch(url, { signal: AbortSignal.abort() }))
        assert.strictEqual((already as Error).name, "AbortError")
        const within = new AbortController()
        const response = await fetch(url, { signal: within.signal, headers: { "x-part": "1" } })
        const text = response.text()
        within.abort()
        assert.strictEqual(((await reject(text)) as Error).name, "AbortError")
        const unread = new AbortController()
        await fetch(url, { signal: unread.signal, headers: { "x-part": "1" } })
        unread.abort()
      }
    )
  )

  it.live("gives up a body that is too large", () =>
    withServer(
      (_, response) => response.end(Buffer.alloc(16 * 1024 * 1024 + 1)),
      async (fetch, url) => assert.instanceOf(await reject((await fetch(url)).text()), HostUnreachable)
    )
  )

  it.live("reaches no address that the rules forbid", () =>
    withServer(
      (_, response) => response.end("secret"),
      async (fetch, url) => {
        const error = await reject(fetch(url))
        assert.instanceOf(error, HostUnreachable)
        assert.match((error as Error).message, /^127\.0\.0\.1:\d+: the address is not permitted$/)
      },
      endpointRules({ ports: ["*"] })
    )
  )
})
