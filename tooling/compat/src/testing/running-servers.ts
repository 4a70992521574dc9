import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { PostgresServer } from "@dragoman/store/testing"
import { Effect, ManagedRuntime } from "effect"
import { type Cluster, startCluster } from "../cluster/cluster.ts"
import { logIn, type ServerClient } from "../server-client.ts"
import { dispatcherBundle, serverBundle } from "./server-bundle.ts"

/** `npm run test:cluster`: wherever a suite asks for a server on PostgreSQL, two of them and two dispatchers are behind a proxy. */
export const isClustered = process.env["TEST_CLUSTER"] === "1"

/** The server as it is released, or a cluster of them, and the administrator. */
export interface RunningServer {
  readonly address: string
  readonly administrator: ServerClient
  /** Stops it as an operator does; its exit code. */
  readonly stop: () => Promise<number | null>
  /** Starts one that was stopped again, at the same address. */
  readonly start: () => Promise<void>
  /** Both; the exit code of the one that stopped. */
  readonly restart: () => Promise<number | null>
}

export type EngineName = "SQLite" | "PostgreSQL"

/** Engines that a suite runs on: a cluster has PostgreSQL alone. */
export const engines: ReadonlyArray<EngineName> = isClustered ? ["PostgreSQL"] : ["SQLite", "PostgreSQL"]

/** Options of tests that the first engine has too: on the second one `npm run test:exhaustive` runs them. */
export const exhaustiveOnSecond = (engine: EngineName): { readonly tags: Array<string> } => ({
  tags: engine === engines[0] ? [] : ["exhaustive"]
})

/** Servers of one bundle, each with a database of its own. */
export interface RunningServers {
  /** Folder for files of the tests; removed when they stop. */
  readonly folder: string
  /** The program, for its commands. */
  readonly main: string
  /** `env`: beyond what every server here has. Rate limits are off. */
  readonly start: (engine: EngineName, env?: Readonly<Record<string, string>>) => Promise<RunningServer>
  readonly stop: () => Promise<void>
}

export const password = "correct-horse-battery"

export const makeServers = async (name: string): Promise<RunningServers> => {
  const folder = mkdtempSync(join(tmpdir(), `dragoman ${name} `))
  const programs: Array<RunningProgram> = []
  const clusters: Array<Cluster> = []
  const postgres = ManagedRuntime.make(PostgresServer.layer)
  const main = await serverBundle(join(folder, "server"))
  const databaseOf = async (engine: EngineName): Promise<Readonly<Record<string, string>>> =>
    engine === "SQLite"
      ? {}
      : {
          DRAGOMAN_DATABASE_URL: await postgres.runPromise(
            Effect.flatMap(PostgresServer, (server) => server.newDatabase)
          )
        }
  return {
    folder,
    main,
    start: async (engine, env = {}) => {
      const settings = {
        DRAGOMAN_PORT: "0",
        DRAGOMAN_LOG_FORMAT: "json",
        DRAGOMAN_ADMIN_PASSWORD: password,
        DRAGOMAN_RATE_LIMITS: "off",
        DRAGOMAN_DATA_DIR: mkdtempSync(join(folder, "data ")),
        ...(await databaseOf(engine)),
        ...env
      }
      if (isClustered && engine === "PostgreSQL") {
        const dispatcher = await dispatcherBundle(join(folder, "dispatcher"))
        const cluster = await startCluster({ programs: { server: main, dispatcher }, folder, env: settings })
        clusters.push(cluster)
        return runningCluster(cluster)
      }
      const run = async (port: string) => {
        const program = startProgram(process.execPath, [main, "serve"], {
          folder,
          env: { ...settings, DRAGOMAN_PORT: port }
        })
        programs.push(program)
        return { program, address: String((await program.line(isReady))["address"]) }
      }
      let running = await run(settings.DRAGOMAN_PORT)
      const { address } = running
      const stop = () => {
        running.program.signal("SIGTERM")
        return running.program.ended
      }
      const start = async () => {
        running = await run(new URL(address).port)
      }
      return {
        address,
        administrator: await logIn(address, "admin", password),
        stop,
        start,
        restart: async () => {
          const exitCode = await stop()
          await start()
          return exitCode
        }
      }
    },
    stop: async () => {
      for (const cluster of clusters) await cluster.close()
      for (const program of programs) {
        program.signal("SIGKILL")
        await program.ended
      }
      await postgres.dispose()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** All of it as one server. */
const runningCluster = async (cluster: Cluster): Promise<RunningServer> => {
  const stop = async () => (await cluster.stop())[0] ?? 0
  return {
    address: cluster.address,
    administrator: await logIn(cluster.address, "admin", password),
    stop,
    start: cluster.start,
    restart: async () => {
      const exitCode = await stop()
      await cluster.start()
      return exitCode
    }
  }
}
