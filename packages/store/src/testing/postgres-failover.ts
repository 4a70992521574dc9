import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { postgresIn, temporaryFolder } from "./engines.ts"
import { freePort } from "./free-port.ts"

/** A primary of PostgreSQL, a standby that confirms each commit, and one address that leads to the primary. */
export class FailoverPostgres extends Context.Service<
  FailoverPostgres,
  {
    /** Address of an empty database; the host is a proxy. */
    readonly url: string
    /** The primary crashes; when the effect has ended, the standby is promoted, and the address leads there. Once. */
    readonly failOver: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@dragoman/store/testing/FailoverPostgres") {
  static readonly layer = Layer.effect(
    FailoverPostgres,
    Effect.gen(function* () {
      const [primaryPort, standbyPort, primaryFolder, standbyFolder] = [
        yield* Effect.promise(freePort),
        yield* Effect.promise(freePort),
        yield* temporaryFolder,
        yield* temporaryFolder
      ]
      const database = "failover"
      const fresh = postgresIn(primaryFolder, primaryPort)
      yield* Effect.promise(async () => {
        await fresh.initialise()
        await fresh.start()
        await fresh.createDatabase(database)
        await fresh.stop()
      })
      // With their owner, who is another user when this one is root.
      const copy = (from: string, to: string) => execFileSync("cp", ["-a", from, to])
      copy(join(primaryFolder, "data"), standbyFolder)
      copy(join(standbyFolder, "data", "PG_VERSION"), join(standbyFolder, "data", "standby.signal"))

      const primary = postgresIn(primaryFolder, primaryPort, ["synchronous_standby_names=*"])
      const standby = postgresIn(standbyFolder, standbyPort, [
        `primary_conninfo=host=127.0.0.1 port=${primaryPort} user=dragoman password=dragoman`
      ])
      yield* Effect.acquireRelease(
        Effect.promise(() => primary.start()),
        () => Effect.promise(() => primary.stop())
      )
      // Resolves when it has been promoted: a standby only takes reads.
      const promoted = yield* Effect.acquireRelease(
        Effect.sync(() => {
          const started = standby.start()
          started.catch(() => {})
          return started
        }),
        () => Effect.promise(() => standby.stop())
      )

      let port = primaryPort
      const proxy = createServer((client) => {
        const server = connect(port, "127.0.0.1")
        client.pipe(server).pipe(client)
        for (const [one, other] of [[client, server] as const, [server, client] as const]) {
          one.on("error", () => {}).on("close", () => other.destroy())
        }
      })
      const proxyPort = yield* Effect.promise(freePort)
      yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<void>((resolve) => proxy.listen(proxyPort, "127.0.0.1", resolve))),
        () => Effect.sync(() => proxy.close())
      )

      const crash = Effect.promise(() => {
        const [pid] = readFileSync(join(primaryFolder, "data", "postmaster.pid"), "utf8").split("\n")
        process.kill(Number(pid), "SIGQUIT")
        return primary.stop()
      })
      const promote = Effect.promise(async () => {
        const client = standby.getPgClient("postgres", "127.0.0.1")
        await client.connect()
        await client.query("SELECT pg_promote()")
        await client.end()
        await promoted
        port = standbyPort
      })
      return FailoverPostgres.of({
        url: `postgres://dragoman:dragoman@127.0.0.1:${proxyPort}/${database}`,
        failOver: (effect) =>
          Effect.acquireUseRelease(
            crash,
            () => effect,
            () => promote
          )
      })
    })
  )
}
