import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { layerPostgres, layerSqlite, schemaVersion } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { fillTables } from "@dragoman/store/testing/fill-tables"
import { storeDatabase } from "@dragoman/store/testing/stored-database"
import { Effect, Layer, ManagedRuntime } from "effect"
import type { SqlClient } from "effect/sql"
import { engines, makeServers, password } from "../../testing/running-servers.ts"
import { fillHarbour } from "../harbour.ts"
import { storedFile, storedFolder, writeStored } from "../stored-databases.ts"

/**
 * Stores a filled database of this program for each engine, from which the upgrade tests of later programs begin: part of each release
 * that has a new schema. With a number, the database goes back to that schema version before.
 */
const [wanted = String(schemaVersion)] = process.argv.slice(2)
const servers = await makeServers("stored")
const postgres = ManagedRuntime.make(PostgresServer.layer)
mkdirSync(storedFolder, { recursive: true })
for (const engine of engines) {
  const dataDir = join(servers.folder, `data of ${engine}`)
  const url = await postgres.runPromise(Effect.flatMap(PostgresServer, ({ newDatabase }) => newDatabase))
  const env = {
    DRAGOMAN_DATA_DIR: dataDir,
    ...(engine === "PostgreSQL" ? { DRAGOMAN_DATABASE_URL: url } : {})
  }
  const command = (...words: ReadonlyArray<string>) => {
    const { status, stderr } = spawnSync(process.execPath, [servers.main, ...words], { env, encoding: "utf8" })
    if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`)
  }
  const server = await servers.start(engine, {
    ...env,
    DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1",
    DRAGOMAN_DEMO_PROJECT: "off"
  })
  const credentials = await fillHarbour(server.address, password)
  for (const name of ["nela@example.org", "olga@example.org"]) command("user", "create", name)
  await server.stop()
  const client: Layer.Layer<SqlClient.SqlClient> =
    engine === "PostgreSQL"
      ? Layer.orDie(layerPostgres(url))
      : layerSqlite({ filename: join(dataDir, "dragoman.sqlite") })
  // Fills the tables that the server left empty with rows of users who do nothing else.
  await Effect.runPromise(Effect.provide(fillTables, client))
  if (wanted !== String(schemaVersion)) command("migrate", "down", "--to", wanted, "--accept-loss")
  const text = await Effect.runPromise(Effect.provide(storeDatabase, client))
  const file = storedFile(Number(wanted), engine)
  writeFileSync(join(storedFolder, file), writeStored(credentials, text))
  process.stdout.write(`${file}: ${text.length} characters\n`)
}
await servers.stop()
await postgres.dispose()
