import { createSocket } from "node:dgram"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { AddressResolver } from "./address-resolver.ts"

/** A name server of this machine: addresses by name, null: no such name; other names are never responded to. */
const startNameServer = Effect.fnUntraced(function* (addressByName: Readonly<Record<string, string | null>>) {
  const asked: Array<string> = []
  const socket = createSocket("udp4", (message, from) => {
    const labels: Array<string> = []
    let at = 12
    for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
      labels.push(message.toString("latin1", at + 1, at + 1 + length))
      at += 1 + length
    }
    const isV4 = message.readUInt16BE(at + 1) === 1
    const name = labels.join(".")
    if (isV4) asked.push(name)
    const address = addressByName[name]
    if (address === undefined) return
    const answer =
      address === null || !isV4 ? [] : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]
    const header = Buffer.from([
      message[0] ?? 0,
      message[1] ?? 0,
      0x85,
      address === null ? 0x83 : 0x80,
      0,
      1,
      0,
      answer.length > 0 ? 1 : 0,
      0,
      0,
      0,
      0
    ])
    socket.send(Buffer.concat([header, message.subarray(12, at + 5), Buffer.from(answer)]), from.port, from.address)
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => once(socket.bind(0, "127.0.0.1"), "listening")),
    () => Effect.sync(() => socket.close())
  )
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] }
})

const withHosts = (text: string) =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-hosts-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ).pipe(
    Effect.map((folder) => {
      const hostsFile = join(folder, "hosts")
      writeFileSync(hostsFile, text)
      return hostsFile
    })
  )

const resolve = (host: string) => Effect.flatMap(AddressResolver, (resolver) => resolver.resolve(host))

describe("the addresses of a host", () => {
  it.live("are found while the name servers of a hundred others are silent", () =>
    Effect.gen(function* () {
      const { servers, asked } = yield* startNameServer({ "healthy.example": "192.0.2.7" })
      const hostsFile = yield* withHosts("")
      yield* Effect.gen(function* () {
        const silent: Array<Fiber.Fiber<unknown, unknown>> = []
        for (let index = 0; index < 100; index++) {
          silent.push(yield* Effect.forkChild(resolve(`silent-${index}.example`), { startImmediately: true }))
        }
        while (asked.length < 100) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
        assert.deepStrictEqual(yield* resolve("healthy.example"), ["192.0.2.7"])
        assert.isTrue(silent.every((fiber) => fiber.pollUnsafe() === undefined))
        yield* Fiber.interruptAll(silent)
      }).pipe(Effect.provide(AddressResolver.layerOf({ servers, hostsFile })))
    }).pipe(Effect.scoped)
  )

  it.live("are asked for once by attempts at the same time, and shortly after each other", () =>
    Effect.gen(function* () {
      const { servers, asked } = yield* startNameServer({ "a.example": "192.0.2.1" })
      const hostsFile = yield* withHosts("")
      yield* Effect.gen(function* () {
        yield* Effect.all([resolve("a.example"), resolve("a.example")], { concurrency: 2 })
        assert.deepStrictEqual(yield* resolve("a.example"), ["192.0.2.1"])
        assert.deepStrictEqual(asked, ["a.example"])
      }).pipe(Effect.provide(AddressResolver.layerOf({ servers, hostsFile })))
    }).pipe(Effect.scoped)
  )

  it.live("come from the hosts file first", () =>
    Effect.gen(function* () {
      const { servers, asked } = yield* startNameServer({ "a.example": "192.0.2.1" })
      const hostsFile = yield* withHosts(
        "# A.example 192.0.2.9\n192.0.2.2\tA.example b.example # one\n2001:db8::1 a.example\n"
      )
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* resolve("a.example"), ["192.0.2.2", "2001:db8::1"])
        assert.deepStrictEqual(yield* resolve("B.example."), ["192.0.2.2"])
        assert.deepStrictEqual(asked, [])
      }).pipe(Effect.provide(AddressResolver.layerOf({ servers, hostsFile })))
    }).pipe(Effect.scoped)
  )

  it.live("are those of the system when the name servers do not know the name", () =>
    Effect.gen(function* () {
      const { servers } = yield* startNameServer({ intern: null, "gone.example": null })
      const hostsFile = yield* withHosts("")
      const lookupBySystem = (host: string) =>
        host === "intern" ? Promise.resolve(["192.0.2.3"]) : Promise.reject(new Error("unknown"))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* resolve("intern"), ["192.0.2.3"])
        assert.isTrue(Exit.isFailure(yield* Effect.exit(resolve("gone.example"))))
      }).pipe(Effect.provide(AddressResolver.layerOf({ servers, hostsFile, lookupBySystem })))
    }).pipe(Effect.scoped)
  )
})
