import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { layerPostgres, layerSqlite, schemaVersion } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { readAllRows } from "@dragoman/store/testing/fill-tables"
import { loadDatabase, storeDatabase } from "@dragoman/store/testing/stored-database"
import { Effect, Layer, ManagedRuntime } from "effect"
import type { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeServers, type RunningServers } from "../testing/running-servers.ts"
import { callWith } from "./harbour.ts"
import { moveToTime, readStored, type StoredDatabase } from "./stored-databases.ts"

/** Tables that a server which only starts and is read leaves as they are; columns of last use are left out. */
const contents = [
  "organization",
  "organization_role",
  "project",
  "language",
  "namespace",
  "translation_key",
  "translation",
  "translation_comment",
  "tag",
  "key_tag",
  "image",
  "image_piece",
  "import",
  "import_key",
  "import_translation",
  "activity_revision",
  "activity_modified_entity",
  "webhook_configuration",
  "delivery_content",
  "invitation",
  "user_account"
]

type Rows = Effect.Success<typeof readAllRows>

const contentOf = (rows: Rows) => Object.fromEntries(contents.map((table) => [table, rows[table] ?? []]))

describe("a database of a released program", () => {
  const postgres = ManagedRuntime.make(PostgresServer.layer)
  let servers: RunningServers

  beforeAll(async () => {
    servers = await makeServers("released")
  }, 60_000)

  afterAll(async () => {
    await servers.stop()
    await postgres.dispose()
  })

  /** Where the database is loaded to, for programs and for the test. */
  const newDatabase = async ({ engine, schemaVersion: version }: StoredDatabase) => {
    const dataDir = join(servers.folder, `schema ${version} on ${engine}`)
    mkdirSync(dataDir)
    const url = await postgres.runPromise(Effect.flatMap(PostgresServer, (server) => server.newDatabase))
    const client: Layer.Layer<SqlClient.SqlClient> =
      engine === "SQLite"
        ? layerSqlite({ filename: join(dataDir, "dragoman.sqlite") })
        : Layer.orDie(layerPostgres(url))
    return {
      env: { DRAGOMAN_DATA_DIR: dataDir, ...(engine === "SQLite" ? {} : { DRAGOMAN_DATABASE_URL: url }) },
      inDatabase: <A>(effect: Effect.Effect<A, unknown, SqlClient.SqlClient>): Promise<A> =>
        Effect.runPromise(Effect.provide(effect, client))
    }
  }

  const goBackAndForth = async (stored: StoredDatabase) => {
    const { env, inDatabase } = await newDatabase(stored)
    const command = (...words: ReadonlyArray<string>) => {
      const { stdout, stderr } = spawnSync(process.execPath, [servers.main, ...words], { env, encoding: "utf8" })
      assert.strictEqual(stderr, "")
      return JSON.parse(stdout)
    }
    const storedText = moveToTime(stored.text, Date.now())
    await inDatabase(loadDatabase(storedText))
    const before = await inDatabase(readAllRows)
    // Its administrator logs in.
    const server = await servers.start(stored.engine, env)
    await checkHarbour(server.address, stored)
    await server.stop()

    const status = command("migrate", "status")
    assert.deepInclude(status, { databaseVersion: schemaVersion, works: true, pending: [] })
    if (stored.schemaVersion === schemaVersion) return
    const [copy] = status.copies
    assert.deepInclude(copy, { schemaVersion: stored.schemaVersion, reason: "beforeChange" })

    const down = command("migrate", "down", "--to", String(stored.schemaVersion), "--accept-loss")
    assert.strictEqual(down.to, stored.schemaVersion)
    assert.deepStrictEqual(contentOf(await inDatabase(readAllRows)), contentOf(before))

    command("rollback", copy.name)
    const text = await inDatabase(storeDatabase)
    // Counts of rate limits are unlogged on PostgreSQL: no copy has them.
    assert.deepStrictEqual(withoutCounts(text), withoutCounts(storedText))
  }

  const stored = readStored()
  const versions = stored.map(({ schemaVersion: version }) => version)
  /** The longest way on one engine, the newest schema on the other one. */
  const isQuick = ({ engine, schemaVersion: version }: StoredDatabase) =>
    version === (engine === "SQLite" ? Math.min(...versions) : Math.max(...versions))
  const title = "is upgraded with all it has, goes back to its schema, and back to how it was: $schemaVersion, $engine"
  it.each(stored.filter(isQuick))(title, goBackAndForth)
  it.each(stored.filter((one) => !isQuick(one)))(title, { tags: ["exhaustive"] }, goBackAndForth)
})

const withoutCounts = (text: string) => text.split("\n").filter((line) => !line.startsWith('{"table":"rate_'))

const checkHarbour = async (address: string, { credentials }: StoredDatabase) => {
  const { personalAccessToken, projectApiKey, projectId } = credentials
  const { get } = callWith(address, { "x-api-key": personalAccessToken })
  const path = `/v2/projects/${projectId}`
  const list = await get<{ _embedded: { keys: ReadonlyArray<ListedKey> } }>(
    `${path}/translations?languages=en&languages=de`
  )
  const shown = list._embedded.keys.map(({ keyName, keyNamespace, keyTags, translations }) => [
    keyNamespace,
    keyName,
    keyTags.map(({ name }) => name).toSorted(),
    translations["en"]?.text,
    translations["de"]?.text ?? null,
    translations["de"]?.commentCount ?? 0
  ])
  assert.sameDeepMembers(shown, [
    [null, "boats", [], "{count, plural,\none {# boat}\nother {# boats}\n}", null, 0],
    [null, "welcome", ["batch", "first", "web"], "Welcome aboard, {name}!", "Willkommen an Bord, {name}!", 1],
    ["mail", "subject", [], "Žluťoučký kůň 🚢", null, 0]
  ])
  const map = await callWith(address, { "x-api-key": projectApiKey }).get(`${path}/translations/de`)
  assert.deepInclude(JSON.stringify(map), "Willkommen an Bord")
  const imported = await get<Page>(`${path}/import/result`)
  const hooks = await get<Page & { _embedded: { webhookConfigs: ReadonlyArray<{ id: number }> } }>(
    `${path}/webhook-configs`
  )
  const hookId = hooks._embedded.webhookConfigs[0]?.id
  const deliveries = await get<Page>(`${path}/webhook-configs/${hookId}/deliveries`)
  const activity = await get<Page>(`${path}/activity`)
  const counts = [imported, hooks, deliveries, activity].map(({ page }) => page.totalElements > 0)
  assert.deepStrictEqual(counts, [true, true, true, true])
}

interface Page {
  readonly page: { readonly totalElements: number }
}

interface ListedKey {
  readonly keyName: string
  readonly keyNamespace: string | null
  readonly keyTags: ReadonlyArray<{ readonly name: string }>
  readonly translations: Readonly<Record<string, { readonly text: string | null; readonly commentCount: number }>>
}
