import { lookup, Resolver } from "node:dns/promises"

import { readFile, stat } from "node:fs/promises"
import { isIP } from "node:net"
import { join } from "node:path"
import process from "node:process"
import { Context, Data, Effect, Layer, Semaphore } from "effect"

/** No address is known for the host: it does not exist, or the name servers do not respond. */
export class HostNotFound extends Data.TaggedError("HostNotFound")<{ readonly host: string }> {}

type Addresses = ReadonlyArray<string>

interface ResolverOptions {
  /** Addresses with ports; absent: the name servers of the operating system. */
  readonly servers?: ReadonlyArray<string>
  readonly hostsFile?: string
  /** Looks up names that the name servers do not know. */
  readonly lookupBySystem?: (host: string) => Promise<Addresses>
}

/** Time for one question to one name server, and how often it is asked. */
const question = { timeout: 2_000, tries: 2 }
const lookupMillisMax = 5_000

/** A found address is asked for again after this time, so that attempts in a row cost one query. */
const foundMillis = 2_000
/** Names without an address, and name servers that do not respond, are asked again after this time. */
const notFoundMillis = 5_000
const keptMax = 1_024

/** Resolves names to addresses. Never asked for literal addresses. */
export class AddressResolver extends Context.Service<
  AddressResolver,
  {
    /** Returns all addresses, at least one, in the order in which they are to be tried. */
    readonly resolve: (host: string) => Effect.Effect<Addresses, HostNotFound>
  }
>()("@dragoman/network/AddressResolver") {
  /**
   * Asks the hosts file, then the name servers of the operating system. Each lookup has sockets of its own, so name servers that
   * are silent for one host delay no other one: `getaddrinfo` would wait for them in threads, of which there are few.
   * Only names that the name servers do not know go to the system, one at a time: search domains, mDNS.
   */
  static readonly layerOf = (options: ResolverOptions = {}) =>
    Layer.effect(
      AddressResolver,
      Effect.gen(function* () {
        const { servers, hostsFile = systemHostsFile, lookupBySystem = bySystem } = options
        const hosts = makeHostsFile(hostsFile)
        const systemLookup = yield* Semaphore.make(1)
        const kept = new Map<string, { readonly until: number; readonly addresses: Promise<Addresses> }>()

        const ask = async (host: string): Promise<Addresses> => {
          const name = host.replace(/\.$/, "").toLowerCase()
          const listed = (await hosts()).get(name)
          if (listed !== undefined) return listed
          const found = await askServers(host, servers)
          if (found !== "unknown") return found
          return Effect.runPromise(systemLookup.withPermit(Effect.promise(() => lookupBySystem(host))))
        }

        const askOnce = (host: string): Promise<Addresses> => {
          const known = kept.get(host)
          if (known !== undefined && known.until > performance.now()) return known.addresses
          const keep = (addresses: Promise<Addresses>, millis: number) => {
            kept.delete(host)
            kept.set(host, { addresses, until: performance.now() + millis })
            const [oldest] = kept.keys()
            if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
          }
          const asked = withinLookupTime(ask(host)).catch((): Addresses => [])
          keep(asked, Number.POSITIVE_INFINITY)
          void asked.then((addresses) => keep(asked, addresses.length > 0 ? foundMillis : notFoundMillis))
          return asked
        }

        return AddressResolver.of({
          resolve: (host) =>
            Effect.promise(() => askOnce(host)).pipe(
              Effect.filterOrFail(
                (addresses) => addresses.length > 0,
                () => new HostNotFound({ host })
              )
            )
        })
      })
    )

  static readonly layer = AddressResolver.layerOf()
}

/** "unknown": the name servers responded, and do not know the name. */
const askServers = async (host: string, servers: ReadonlyArray<string> | undefined): Promise<Addresses | "unknown"> => {
  // A resolver that is kept gets impatient with name servers that were silent for another host.
  const resolver = new Resolver(question)
  if (servers !== undefined) resolver.setServers(servers)
  const limit = setTimeout(() => resolver.cancel(), lookupMillisMax)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  clearTimeout(limit)
  const [v4 = [], v6 = []] = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : []))
  if (v4.length + v6.length > 0) return alternating(v4, v6)
  return answers.some((answer) => answer.status === "rejected" && unknownCodes.has(codeOf(answer.reason)))
    ? "unknown"
    : []
}

/** Codes of c-ares for "no such name" and "no address of the family". */
const unknownCodes: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"])

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Alternates the families: one may be unreachable, and only some addresses are tried. */
const alternating = (v4: Addresses, v6: Addresses): Addresses =>
  Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [v4[index], v6[index]])
    .flat()
    .filter((address) => address !== undefined)

const bySystem = async (host: string): Promise<Addresses> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

const withinLookupTime = (asked: Promise<Addresses>): Promise<Addresses> =>
  new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error("the lookup took too long")), lookupMillisMax)
    asked.then(resolve, reject).finally(() => clearTimeout(limit))
  })

const systemHostsFile =
  process.platform === "win32"
    ? join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "drivers", "etc", "hosts")
    : "/etc/hosts"

/** Returns the names of the file in lower case; reads it again when it has changed, empty when there is none. */
const makeHostsFile = (path: string) => {
  let read: { readonly changedAt: number; readonly names: ReadonlyMap<string, Addresses> } | null = null
  return async (): Promise<ReadonlyMap<string, Addresses>> => {
    try {
      const { mtimeMs } = await stat(path)
      if (read?.changedAt !== mtimeMs) read = { changedAt: mtimeMs, names: parseHosts(await readFile(path, "utf8")) }
      return read.names
    } catch {
      return new Map()
    }
  }
}

const parseHosts = (text: string): ReadonlyMap<string, Addresses> => {
  const names = new Map<string, Array<string>>()
  for (const line of text.split("\n")) {
    const [address, ...hosts] = line.replace(/#.*/, "").trim().split(/\s+/)
    if (address === undefined || isIP(address) === 0) continue
    for (const host of hosts) {
      const name = host.toLowerCase()
      names.set(name, [...(names.get(name) ?? []), address])
    }
  }
  return names
}
