import type { Socket } from "node:net"
import { createServer, type TlsOptions } from "node:tls"
import { gzipSync } from "node:zlib"
import { receiverCertificates, receiverKey, trustedAuthority } from "@dragoman/network/testing/certificates"
import { loggedAttempts } from "@dragoman/store/testing/logged-attempts"
import { Effect, Queue, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { runEngine } from "../engine.ts"
import { DeliverySender } from "../sending/delivery-sender.ts"
import { commitRevision, seedWebhooks, withOutbox } from "./outbox-fixture.ts"
import { listen, localRules, respondWith, startReceiver, startTcpReceiver } from "./receiver.ts"

export interface HostileAttempt {
  readonly name: string
  readonly expected: number | string
  /** From the log of attempts. */
  readonly status: number | null
  readonly error: string | null
  readonly durationMillis: number
}

/**
 * One change for all of these receivers and a good one at the same time, then another one: the first attempts, when the
 * good one has received both changes.
 */
export const tryHostileReceivers = (
  receivers: ReadonlyArray<HostileReceiver>,
  timeoutMillis: number
): Effect.Effect<ReadonlyArray<HostileAttempt>> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* trustedAuthority
    const good = yield* startReceiver(respondWith(200))
    const started = yield* Effect.forEach(receivers, ({ start }) => start)
    yield* seedWebhooks([...started.map(({ url }) => url), good.url])
    yield* commitRevision(1)
    const acknowledged = yield* Queue.unbounded<void>()
    yield* Effect.forkScoped(
      runEngine({ timeoutMillis, logDays: 1, onAttempts: () => Queue.offerUnsafe(acknowledged, undefined) }).pipe(
        Effect.provide(DeliverySender.layer({ rules: localRules, timeoutMillis }))
      )
    )
    const firstAttempts = sql<Omit<HostileAttempt, "name" | "expected">>`
      SELECT a.status, a.error, a.duration_millis
      FROM ${sql.literal(loggedAttempts)} a JOIN delivery d ON d.id = a.delivery_id
      WHERE a.number = 1 AND d.revision_id = 1 ORDER BY d.webhook_configuration_id`
    let attempts = yield* firstAttempts
    while (attempts.length <= receivers.length) {
      yield* Queue.take(acknowledged)
      attempts = yield* firstAttempts
    }
    yield* commitRevision(2)
    yield* good.next
    yield* good.next
    return receivers.flatMap(({ name, expected }, index) => {
      const attempt = attempts[index]
      return attempt === undefined ? [] : [{ name, expected, ...attempt }]
    })
  }).pipe(withOutbox, Effect.orDie)

interface HostileReceiver {
  readonly name: string
  readonly start: Effect.Effect<{ readonly url: string }, never, Scope.Scope>
  /** The status that counts, or the beginning of the sentence in the log of attempts. */
  readonly expected: number | string
}

const timedOut = "The endpoint did not answer completely in time."
const closedEarly = "The connection was closed before the answer was complete."
const malformed = "The answer was not HTTP."
const tooMuch = "The endpoint sent too much around its answer."
const notSecure = "No secure connection"

const ok = "HTTP/1.1 200 OK\r\n"
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`
const dripMillis = 100
const floodBytes = 64 * 1024

/** Writes as fast as it is read, until the connection is closed. */
const flood = (socket: Socket, text: string): void => {
  const block = text.repeat(Math.ceil(floodBytes / text.length))
  const more = () => {
    while (!socket.destroyed && socket.write(block)) {}
  }
  socket.on("drain", more)
  more()
}

const drip = (socket: Socket, text: string): void => {
  const timer = setInterval(() => socket.write(text), dripMillis)
  socket.on("close", () => clearInterval(timer))
}

const after = (text: string, then: (socket: Socket) => void) =>
  startTcpReceiver((socket) => {
    socket.write(text)
    then(socket)
  })

const flooding = (text: string, repeated: string) => after(text, (socket) => flood(socket, repeated))
const dripping = (text: string, repeated: string) => after(text, (socket) => drip(socket, repeated))
const stopping = (text: string) => after(text, () => {})
const closing = (text: string) => startTcpReceiver((socket) => socket.end(text))
const atOnce = (talk: (socket: Socket) => void) => startTcpReceiver(talk, { atOnce: true })

const withTls = (receiver: HostileReceiver["start"]) =>
  Effect.map(receiver, ({ url }) => ({ url: url.replace("http:", "https:") }))

/** An endpoint behind TLS that responds to each request with 200. */
const startTlsReceiver = Effect.fnUntraced(function* (options: TlsOptions) {
  const server = createServer({ key: receiverKey, ...options }, (socket) => {
    socket.on("error", () => {})
    socket.once("data", () => socket.end(`${ok}Content-Length: 0\r\n\r\n`))
  })
  server.on("tlsClientError", () => {})
  return { url: `https://127.0.0.1:${yield* listen(server)}` }
})

const of = (name: string, start: HostileReceiver["start"], expected: HostileReceiver["expected"]): HostileReceiver => ({
  name,
  start,
  expected
})

/** Everything that an endpoint can do to a sender. */
const hostileReceivers: ReadonlyArray<HostileReceiver> = [
  // Too much.
  of("a gigabyte", flooding(`${ok}Content-Length: 1073741824\r\n\r\n`, "x"), 200),
  of("a body without end", flooding(`${ok}\r\n`, "x"), 200),
  of("chunks without end", flooding(chunked, "4\r\nabcd\r\n"), 200),
  of("a chunk with extensions without end", flooding(`${chunked}4`, ";a=b"), tooMuch),
  of("trailers without end", flooding(`${chunked}0\r\n`, "x-a: b\r\n"), tooMuch),
  of("headers without end", flooding(ok, "x-a: b\r\n"), tooMuch),
  of(
    "a header of ten megabytes",
    after(ok, (socket) => socket.write(`x-a: ${"b".repeat(10_000_000)}\r\n\r\n`)),
    tooMuch
  ),
  of("a reason without end", flooding("HTTP/1.1 200 ", "x"), tooMuch),
  of("a failure of a gigabyte", flooding("HTTP/1.1 500 No\r\nContent-Length: 1073741824\r\n\r\n", "x"), 500),
  of("early hints without end", flooding("", "HTTP/1.1 103 Early Hints\r\n\r\n"), tooMuch),
  of("continues without end", flooding("", "HTTP/1.1 100 Continue\r\n\r\n"), closedEarly),
  of(
    "a bomb of gzip",
    startTcpReceiver((socket) => {
      const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024))
      socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    }),
    200
  ),
  // Too slow.
  of("silence", stopping(""), timedOut),
  of("a status line that drips", dripping("HTTP/1.1 20", "0"), malformed),
  of("a reason that drips", dripping("HTTP/1.1 200 ", "x"), timedOut),
  of("headers that drip", dripping(`${ok}x-a: `, "b"), timedOut),
  of("a body that drips", dripping(`${ok}Content-Length: 5000\r\n\r\n`, "x"), timedOut),
  of("chunks that drip", dripping(chunked, "1\r\nx\r\n"), timedOut),
  of("a length that promises too much", stopping(`${ok}Content-Length: 5000\r\n\r\nhalf`), timedOut),
  of(
    "a request that is not read",
    atOnce((socket) => socket.pause()),
    timedOut
  ),
  // Closed at every stage.
  of(
    "a connection closed at once",
    atOnce((socket) => socket.destroy()),
    closedEarly
  ),
  of(
    "a connection reset at once",
    atOnce((socket) => socket.resetAndDestroy()),
    closedEarly
  ),
  of("a connection ended before the response", closing(""), closedEarly),
  of("a connection ended in the status line", closing("HTTP/1.1 2"), closedEarly),
  of("a connection ended in the headers", closing(`${ok}x-a: b`), closedEarly),
  of("a connection ended before the body", closing(`${ok}Content-Length: 5\r\n\r\n`), closedEarly),
  of("a connection ended in the body", closing(`${ok}Content-Length: 50\r\n\r\nhalf`), closedEarly),
  of("a connection ended in a chunk", closing(`${chunked}5\r\nhal`), closedEarly),
  of("a connection ended before the last chunk", closing(`${chunked}4\r\nhalf\r\n`), closedEarly),
  of(
    "a connection reset in the body",
    after(`${ok}Content-Length: 50\r\n\r\nhalf`, (socket) => {
      setImmediate(() => socket.resetAndDestroy())
    }),
    closedEarly
  ),
  // Out of order.
  of(
    "a response before the request",
    atOnce((socket) => socket.end(`${ok}Content-Length: 0\r\n\r\n`)),
    200
  ),
  of("a response longer than its length", closing(`${ok}Content-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\n\r\n`), 200),
  of("two responses", closing(`${ok}Content-Length: 0\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n`), 200),
  of(
    "another protocol",
    closing("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
    closedEarly
  ),
  of("a body without a length, until it is closed", closing("HTTP/1.0 200 OK\r\n\r\nbody"), 200),
  // Not HTTP.
  of("another greeting", closing("SSH-2.0-OpenSSH_9.2\r\n"), malformed),
  of("a page without a head", closing("<html></html>\r\n"), malformed),
  of(
    "random bytes",
    closing(Array.from({ length: 512 }, (_, index) => String.fromCharCode((index * 151 + 7) % 256)).join("")),
    malformed
  ),
  of("frames of HTTP/2", closing("\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000"), malformed),
  of("another version", closing("HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n"), malformed),
  of("a status of four digits", closing("HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"), malformed),
  of("a negative length", closing(`${ok}Content-Length: -1\r\n\r\n`), malformed),
  of("a length that is none", closing(`${ok}Content-Length: ten\r\n\r\n`), malformed),
  of("two lengths", closing(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy`), malformed),
  of(
    "a length and chunks",
    closing(`${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    malformed
  ),
  of("chunks that are none", closing(`${chunked}zz\r\nhalf\r\n0\r\n\r\n`), malformed),
  of("a chunk of more bytes than there are numbers", closing(`${chunked}fffffffffffffffff\r\n`), malformed),
  of("a header without a name", closing(`${ok}: b\r\n\r\n`), malformed),
  of("a header with a zero byte", closing(`${ok}x-a: \u0000\r\nContent-Length: 0\r\n\r\n`), malformed),
  // TLS.
  of("no TLS", withTls(closing(`${ok}Content-Length: 0\r\n\r\n`)), notSecure),
  of(
    "TLS where none was asked for",
    Effect.map(startTlsReceiver({ cert: receiverCertificates.good }), ({ url }) => ({
      url: url.replace("https:", "http:")
    })),
    closedEarly
  ),
  of("a self-signed certificate", startTlsReceiver({ cert: receiverCertificates.selfSigned }), notSecure),
  of("a certificate of another host", startTlsReceiver({ cert: receiverCertificates.ofAnother }), notSecure),
  of("an expired certificate", startTlsReceiver({ cert: receiverCertificates.expired }), notSecure),
  of(
    "old TLS only",
    startTlsReceiver({
      cert: receiverCertificates.good,
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0"
    }),
    notSecure
  ),
  of("a handshake without a response", withTls(stopping("")), timedOut),
  of("a handshake that drips", withTls(dripping("\u0016\u0003\u0003\u0000\u0050", "\u0002")), timedOut),
  of("a handshake that is broken off", withTls(closing("\u0016\u0003\u0003")), closedEarly),
  of("a certificate that is right", startTlsReceiver({ cert: receiverCertificates.good }), 200)
]

/** Those that would keep an attempt for as long as it may last. */
export const lastingReceivers = hostileReceivers.filter(({ expected }) => expected === timedOut)

/** Those with which an attempt ends by itself. */
export const endingReceivers = hostileReceivers.filter(({ expected }) => expected !== timedOut)
