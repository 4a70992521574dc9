import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Context, Effect, Layer, Schedule } from "effect"
import { postgresIn, temporaryFolder } from "./engines.ts"
import { freePort } from "./free-port.ts"

/** A primary of PostgreSQL, and a standby that streams from it and takes reads. */
export class ReplicatedPostgres extends Context.Service<
  ReplicatedPostgres,
  {
    /** The URL of an empty database on the primary. */
    readonly url: string
    /** The URL of the same database on the standby. */
    readonly readUrl: string
    /** The standby receives changes and does not show them, until the effect has ended. */
    readonly whilePaused: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** The standby crashes. */
    readonly crash: Effect.Effect<void>
    /** Starts the standby again; ends when it takes reads. */
    readonly restart: Effect.Effect<void>
  }
>()("@dragoman/store/testing/ReplicatedPostgres") {
  static readonly layer = Layer.effect(
    ReplicatedPostgres,
    Effect.gen(function* () {
      const [primaryPort, standbyPort, primaryFolder, standbyFolder] = [
        yield* Effect.promise(freePort),
        yield* Effect.promise(freePort),
        yield* temporaryFolder,
        yield* temporaryFolder
      ]
      const database = "replicated"
      const primary = postgresIn(primaryFolder, primaryPort)
      yield* Effect.promise(async () => {
        await primary.initialise()
        await primary.start()
        await primary.createDatabase(database)
        await primary.stop()
      })
      // With their owner, who is another user when this one is root.
      const copy = (from: string, to: string) => execFileSync("cp", ["-a", from, to])
      copy(join(primaryFolder, "data"), standbyFolder)
      copy(join(standbyFolder, "data", "PG_VERSION"), join(standbyFolder, "data", "standby.signal"))
      const standby = postgresIn(standbyFolder, standbyPort, [
        `primary_conninfo=host=127.0.0.1 port=${primaryPort} user=dragoman password=dragoman`
      ])
      yield* Effect.acquireRelease(
        Effect.promise(() => primary.start()),
        () => Effect.promise(() => primary.stop())
      )
      const ask = (statement: string) =>
        Effect.tryPromise(async () => {
          const client = standby.getPgClient("postgres", "127.0.0.1")
          await client.connect()
          await client.query(statement)
          await client.end()
        })
      // A standby never says that it takes writes, for which `start` waits.
      const restart = Effect.sync(() => void standby.start().catch(() => {})).pipe(
        Effect.andThen(Effect.retry(ask("SELECT 1"), Schedule.spaced("50 millis"))),
        Effect.orDie
      )
      yield* Effect.acquireRelease(restart, () => Effect.promise(() => standby.stop()))
      const urlAt = (port: number) => `postgres://dragoman:dragoman@127.0.0.1:${port}/${database}`
      return ReplicatedPostgres.of({
        url: urlAt(primaryPort),
        readUrl: urlAt(standbyPort),
        whilePaused: (effect) =>
          Effect.acquireUseRelease(
            Effect.orDie(ask("SELECT pg_wal_replay_pause()")),
            () => effect,
            () => Effect.orDie(ask("SELECT pg_wal_replay_resume()"))
          ),
        crash: Effect.promise(() => {
          const [pid] = readFileSync(join(standbyFolder, "data", "postmaster.pid"), "utf8").split("\n")
          process.kill(Number(pid), "SIGQUIT")
          return standby.stop()
        }),
        restart
      })
    })
  )
}
