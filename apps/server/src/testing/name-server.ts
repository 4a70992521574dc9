import { createSocket } from "node:dgram"
import { promises as dns } from "node:dns"
import { once } from "node:events"
import { type AddressInfo, createServer, isIP, type Socket } from "node:net"
import { AddressResolver, HostNotFound } from "@dragoman/network"
import { Effect, Layer } from "effect"

/** Records of a name. Without any the name exists and is empty. */
export interface NameRecords {
  /** Addresses of both families. */
  readonly addresses?: ReadonlyArray<string>
  /** Another name, which is answered together with this one. */
  readonly alias?: string
  /** Instead of records. */
  readonly failure?: "NXDOMAIN" | "SERVFAIL" | "REFUSED" | "silence" | "garbage"
  /** The answer over UDP is cut off, so the question comes again over TCP. */
  readonly isLong?: boolean
}

/** `question` counts from 0, for each name and type. */
export type Zone = (name: string, question: number) => NameRecords | undefined

const responseCodes = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const
const typeCodes = { A: 1, CNAME: 5, AAAA: 28 } as const
const aliasesMax = 8

/** Longer than anybody waits who asks: a question that is not answered is given up by the product, not by this resolver. */
const resolverPatience = { timeout: 10_000, tries: 1 }

/**
 * A resolver whose only name server is one of this machine, over UDP and TCP. It queries both
 * families, as the product's own resolver does.
 */
export const layerNameServer = (zone: Zone) =>
  Layer.effect(
    AddressResolver,
    Effect.gen(function* () {
      const port = yield* startNameServer(zone)
      const ask = (host: string) => {
        // A resolver that is kept becomes impatient with a server that is silent now and then.
        const resolver = new dns.Resolver(resolverPatience)
        resolver.setServers([`127.0.0.1:${port}`])
        return Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      }
      return AddressResolver.of({
        resolve: (host) =>
          Effect.promise(() => ask(host)).pipe(
            Effect.map((answers) => answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))),
            Effect.filterOrFail(
              (addresses) => addresses.length > 0,
              () => new HostNotFound({ host })
            )
          )
      })
    })
  )

/** On one free port for both protocols; closed by the scope. */
const startNameServer = Effect.fnUntraced(function* (zone: Zone) {
  const questions = new Map<string, number>()
  const answer = (message: Buffer, isOverTcp: boolean): Buffer | null => {
    const { name, type, end } = readQuestion(message)
    const count = questions.get(`${name} ${type}`) ?? 0
    const records = zone(name, count) ?? { failure: "NXDOMAIN" }
    const isCut = records.isLong === true && !isOverTcp
    if (!isCut) questions.set(`${name} ${type}`, count + 1)
    if (records.failure === "silence") return null
    if (records.failure === "garbage") return Buffer.concat([message.subarray(0, 2), Buffer.alloc(30, 0xff)])
    const code = records.failure === undefined ? 0 : responseCodes[records.failure]
    const answers = isCut || code > 0 ? [] : resourceRecords(zone, name, type, records)
    const header = Buffer.alloc(12)
    message.copy(header, 0, 0, 2)
    // An answer, authoritative, recursion available.
    header.writeUInt16BE(0x8580 | (isCut ? 0x0200 : 0) | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    return Buffer.concat([header, message.subarray(12, end), ...answers])
  }

  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    let received = Buffer.alloc(0)
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      // Each message stands behind its length; several share a connection.
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE()) {
        const end = 2 + received.readUInt16BE()
        const reply = answer(received.subarray(2, end), true)
        received = received.subarray(end)
        if (reply === null) continue
        const length = Buffer.alloc(2)
        length.writeUInt16BE(reply.length)
        socket.write(Buffer.concat([length, reply]))
      }
    })
  })
  const udp = createSocket("udp4", (message, from) => {
    const reply = answer(message, false)
    if (reply !== null) udp.send(reply, from.port, from.address)
  })
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      await once(tcp.listen(0, "127.0.0.1"), "listening")
      await once(udp.bind((tcp.address() as AddressInfo).port, "127.0.0.1"), "listening")
    }),
    () =>
      Effect.sync(() => {
        udp.close()
        tcp.close()
        for (const socket of sockets) socket.destroy()
      })
  )
  return udp.address().port
})

const readQuestion = (message: Buffer): { readonly name: string; readonly type: number; readonly end: number } => {
  const labels: Array<string> = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** The chain of aliases, and the addresses of the family that the last one has. */
const resourceRecords = (zone: Zone, name: string, type: number, records: NameRecords): ReadonlyArray<Buffer> => {
  const found: Array<Buffer> = []
  let owner = name
  let last = records
  while (last.alias !== undefined && found.length < aliasesMax) {
    found.push(resourceRecord(owner, typeCodes.CNAME, encodeName(last.alias)))
    owner = last.alias
    last = zone(owner, 0) ?? {}
  }
  const family = type === typeCodes.A ? 4 : type === typeCodes.AAAA ? 6 : 0
  for (const address of last.addresses ?? []) {
    if (isIP(address) === family) found.push(resourceRecord(owner, type, encodeAddress(address)))
  }
  return found
}

/** A record of the class of the internet, not to be kept for a second. */
const resourceRecord = (owner: string, type: number, data: Buffer): Buffer => {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(owner), fixed, data])
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0])
  ])

/** IPv6 addresses in the records have eight groups, or one gap. */
const encodeAddress = (address: string): Buffer => {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number))
  const [head = "", tail] = address.split("::").map((part) => part.split(":").filter((group) => group !== ""))
  const before = [...head]
  const after = tail ?? []
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after]
  return Buffer.concat(
    groups.map((group) => {
      const bytes = Buffer.alloc(2)
      bytes.writeUInt16BE(Number.parseInt(group, 16))
      return bytes
    })
  )
}
