import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { freePort } from "@dragoman/store/testing/free-port"
import { type ReverseProxy, startProxy } from "./proxy.ts"

/** Two servers and two dispatchers on one PostgreSQL database, behind a proxy. */
export interface Cluster {
  /** Address of the proxy. */
  readonly address: string
  /** Addresses of the servers themselves. */
  readonly addresses: readonly [string, string]
  readonly servers: readonly [RunningProgram, RunningProgram]
  /** Stops all programs but the proxy as an operator does; the exit codes that are not 0. */
  readonly stop: () => Promise<ReadonlyArray<number | null>>
  /** Starts those that were stopped again, at the same addresses. */
  readonly start: () => Promise<void>
  /** Starts a server that has ended again, at the same address. */
  readonly restart: (index: 0 | 1) => Promise<void>
  /** Ends everything. */
  readonly close: () => Promise<void>
}

export interface ClusterOptions {
  /** Bundles of the server and the dispatcher; without one each server has its own. */
  readonly programs: { readonly server: string; readonly dispatcher: string | null }
  /** Folder for data and files of the proxy. */
  readonly folder: string
  /** Settings of the servers and the dispatchers, with the database. */
  readonly env: Readonly<Record<string, string>>
}

export const startCluster = async ({ programs, folder, env }: ClusterOptions): Promise<Cluster> => {
  const running = new Set<RunningProgram>()
  const ports = [await freePort(), await freePort()] as const
  const run = (main: string, words: ReadonlyArray<string>, own: Readonly<Record<string, string>>) => {
    const program = startProgram(process.execPath, [main, ...words], {
      folder,
      env: {
        ...env,
        ...own,
        DRAGOMAN_LOG_FORMAT: "json",
        DRAGOMAN_DATA_DIR: mkdtempSync(join(folder, "data "))
      }
    })
    running.add(program)
    void program.ended.then(() => running.delete(program))
    return program
  }
  const runServer = async (port: number) => {
    const program = run(programs.server, ["serve"], {
      DRAGOMAN_PORT: String(port),
      DRAGOMAN_TRUSTED_PROXIES: "127.0.0.1",
      DRAGOMAN_WEBHOOK_DISPATCHER: programs.dispatcher === null ? "embedded" : "external"
    })
    await program.line(isReady)
    return program
  }
  const runDispatcher = async (main: string) => {
    const program = run(main, [], {})
    await program.line(({ message }) => message === "Webhook dispatcher started")
    return program
  }
  const all = async () => {
    const { dispatcher } = programs
    const dispatchers = dispatcher === null ? [] : [runDispatcher(dispatcher), runDispatcher(dispatcher)]
    const [first, second] = await Promise.all([runServer(ports[0]), runServer(ports[1]), ...dispatchers])
    return { servers: [first, second] as const }
  }
  const end = async (signal: NodeJS.Signals) => {
    const programsNow = [...running]
    for (const program of programsNow) program.signal(signal)
    const codes = await Promise.all(programsNow.map(({ ended }) => ended))
    return codes.filter((code) => code !== 0)
  }
  let proxy: ReverseProxy
  let started: Awaited<ReturnType<typeof all>>
  try {
    started = await all()
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
    proxy = await startProxy(addresses, folder)
  } catch (error) {
    await end("SIGKILL")
    throw error
  }
  return {
    address: proxy.address,
    addresses: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
    get servers() {
      return started.servers
    },
    stop: () => end("SIGTERM"),
    start: async () => {
      started = await all()
    },
    restart: async (index) => {
      const server = await runServer(ports[index])
      const [first, second] = started.servers
      started = { ...started, servers: index === 0 ? [server, second] : [first, server] }
    },
    close: async () => {
      await end("SIGKILL")
      await proxy.stop()
    }
  }
}
