import { statSync } from "node:fs"
import { join } from "node:path"
import BetterSqlite3 from "better-sqlite3"
import { makeContentDatabase } from "./content-database.ts"
import { makeInsert } from "./insert-row.ts"
import { type MixedTarget, sendMixed } from "./mixed-requests.ts"
import { residentBytes, runToEnd, serverBundle, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"

const megabyte = 1024 * 1024
const users = 1_000
const projects = 10
/** Ten languages each; about one in nineteen texts of the others is missing. */
const keysEach = 10_500
const languages = 10
const perSecond = 20
const loadSeconds = 20
const megabytesMax = 1_024
const connectionsMax = 30
const admin = { DRAGOMAN_ADMIN_USERNAME: "admin", DRAGOMAN_ADMIN_PASSWORD: "benchmark-password" }

/** Measures what a server with a thousand users and a million texts needs, on both engines. */
export const sizingBenchmarks = async (folder: string, share = 1): Promise<ReadonlyArray<Result>> => {
  const sizes = Array.from({ length: projects }, () => ({ keys: Math.ceil(keysEach * share), languages }))
  const { dataDir, databaseFile, seed } = await makeContentDatabase(folder, sizes, admin)
  const { texts, keyIds } = addUsers(databaseFile, Math.ceil(users * share), seed.projects[0]?.projectId ?? 0)
  const about = `${Math.ceil(users * share)} users, each in a project; ${texts} texts of about 50 letters in ${projects} projects with ${languages} languages, no images, no history`
  const measure = async (engine: string, env: Readonly<Record<string, string>>, facts: () => Promise<Facts>) => {
    const server = await startDragoman(dataDir, { ...admin, ...env })
    try {
      const idle = residentBytes(server.pid)
      const target: MixedTarget = {
        baseUrl: server.baseUrl,
        projectId: seed.projects[0]?.projectId ?? 0,
        apiKey: seed.apiKeys[0] ?? "",
        username: admin.DRAGOMAN_ADMIN_USERNAME,
        password: admin.DRAGOMAN_ADMIN_PASSWORD,
        keyIds
      }
      const { databaseBytes, connections } = await facts()
      const sent = await sendMixed(target, perSecond, loadSeconds)
      const loaded = await facts()
      const most = residentBytes(server.pid, "most")
      const backup = join(folder, `${engine}.backup`)
      await runToEnd([serverBundle, "backup", backup, "--data-dir", dataDir, ...flagsOf(env)])
      const held = Math.max(connections, loaded.connections)
      const result: Result = {
        name: `${engine}: database; backup; memory idle, and at most with ${perSecond} mixed requests/s; connections`,
        measured: `${inMegabytes(databaseBytes)}; ${inMegabytes(statSync(backup).size)}; ${inMegabytes(idle)}, ${inMegabytes(most)}; ${held}`,
        target: `≤ ${megabytesMax} MB of memory, ≤ ${connectionsMax} connections, no request fails`,
        reached: most <= megabytesMax * megabyte && held <= connectionsMax && sent.failures.length === 0,
        detail: [
          about,
          `${sent.requests} requests in ${loadSeconds} s, ${sent.failures.length} failed`,
          `${inMegabytes(loaded.databaseBytes)} after them`,
          ...sent.failures.slice(0, 2)
        ].join("; ")
      }
      return result
    } finally {
      await server.kill()
    }
  }
  const postgres = await startPostgres()
  try {
    await postgres.create("sizing")
    const url = postgres.url("sizing")
    await runToEnd([serverBundle, "copy", "--from", `sqlite:${databaseFile}`, "--to", url])
    const onSqlite = await measure("SQLite", {}, async () => ({
      databaseBytes: statSync(databaseFile).size,
      connections: 0
    }))
    const onPostgres = await measure("PostgreSQL", { DRAGOMAN_DATABASE_URL: url }, async () => {
      const client = await postgres.open("sizing")
      const [row] = await client.run(`SELECT pg_database_size(current_database()) AS bytes,
        (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS count`)
      await client.close()
      return { databaseBytes: Number(row?.["bytes"]), connections: Number(row?.["count"]) }
    })
    return [onSqlite, onPostgres]
  } finally {
    await postgres.stop()
  }
}

interface Facts {
  readonly databaseBytes: number
  /** Connections from the server to the database. */
  readonly connections: number
}

const inMegabytes = (bytes: number): string => `${round(bytes / megabyte, 0)} MB`

const flagsOf = ({ DRAGOMAN_DATABASE_URL: url }: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  url === undefined ? [] : ["--database-url", url]

/** Members of the projects, in turns. Returns how many texts there are, and keys of the first project. */
const addUsers = (databaseFile: string, count: number, firstProjectId: number) => {
  const database = new BetterSqlite3(databaseFile)
  const insert = makeInsert(database)
  const projectIds = database.prepare("SELECT id FROM project").pluck().all() as ReadonlyArray<number>
  database.transaction(() => {
    for (let index = 0; index < count; index++) {
      const userId = insert("user_account", {
        username: `member${index}@example.com`,
        name: `Member ${index}`,
        created_at: Date.now()
      })
      insert("direct_permission", {
        project_id: projectIds[index % projectIds.length] ?? 0,
        user_id: userId,
        type: "EDIT",
        created_at: Date.now()
      })
    }
  })()
  const texts = Number(database.prepare("SELECT count(*) FROM translation").pluck().get())
  const keyIds = database
    .prepare("SELECT id FROM translation_key WHERE project_id = ? AND deleted_at IS NULL LIMIT 2000")
    .pluck()
    .all(firstProjectId) as ReadonlyArray<number>
  database.pragma("wal_checkpoint(TRUNCATE)")
  database.close()
  return { texts, keyIds }
}
