import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { requestWithKey } from "@dragoman/network"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { MoveFailed } from "./move-failed.ts"
import { readAll } from "./read-pages.ts"
import { connectToSource, type SourceServer } from "./source-server.ts"

/** A server that treats every request the same, and counts them. */
const start = Effect.fnUntraced(function* (respond: (response: ServerResponse) => void) {
  const counted = { requests: 0 }
  const server = createServer((_, response) => {
    counted.requests++
    respond(response)
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.sync(() => server.closeAllConnections()).pipe(Effect.andThen(Effect.sync(() => server.close())))
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counted }
})

const endless = function* () {
  for (;;) yield Buffer.alloc(65_536)
}

const pauses = { attemptsMax: 2, firstMillis: 1, limitMillis: 1, limitMillisInAll: 5 }

const sentenceOf = Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E>) {
  const error = yield* Effect.flip(effect)
  return error instanceof MoveFailed ? error.sentence : String(error)
})

describe("the server of Tolgee", () => {
  it.effect("gets the token once, and no server to which it redirects does", () =>
    Effect.gen(function* () {
      const other = yield* start((response) => response.end("{}"))
      const { url, counted } = yield* start((response) =>
        response.writeHead(307, { location: `${other.url}/v2/user` }).end()
      )
      const source = connectToSource(url, "tgpat_secret", pauses)
      assert.include(
        yield* sentenceOf(source.get("/v2/user", Schema.Unknown)),
        `${url} redirects to ${other.url}, where the token was not sent`
      )
      assert.isNull(yield* source.getFile("/image.png"))
      assert.deepStrictEqual([counted.requests, other.counted.requests], [2, 0])
    })
  )

  it.live("is not waited for without end when its rate limit rejects every attempt", () =>
    Effect.gen(function* () {
      const { url, counted } = yield* start((response) => response.writeHead(429).end('{"retryAfter":0.001}'))
      const sentence = yield* sentenceOf(connectToSource(url, "tgpat_x", pauses).get("/v2/user", Schema.Unknown))
      assert.include(sentence, "its rate limit rejects every attempt")
      assert.include(sentence, "Run the command again")
      assert.strictEqual(counted.requests, 6)
    })
  )

  it.effect("ends a list that never ends", () =>
    Effect.gen(function* () {
      const page = { _embedded: { users: [{ id: 1 }] }, page: { totalPages: Number.MAX_SAFE_INTEGER } }
      const server: SourceServer = {
        url: "http://source",
        get: (_, schema) => Effect.orDie(Schema.decodeUnknownEffect(schema)(page)),
        getFile: () => Effect.succeed(null)
      }
      const sentence = yield* sentenceOf(readAll(server, "/v2/users?sort=id", Schema.Struct({ id: Schema.Number })))
      assert.strictEqual(sentence, "http://source/v2/users has more than 10000 pages: is it a server of Tolgee?")
    })
  )

  it.effect("is not read further than the largest response", () =>
    Effect.gen(function* () {
      const { url } = yield* start((response) => {
        Readable.from(endless())
          .on("error", () => {})
          .pipe(response)
      })
      const request = (bytesMax: number) => Effect.promise(() => requestWithKey(url, { headers: {}, bytesMax }))
      assert.deepStrictEqual(yield* request(1_000_000), {
        reason: "a response of more than 1000000 bytes",
        isFinal: true
      })
    })
  )
})
