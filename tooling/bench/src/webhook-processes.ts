import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { buildDispatcher } from "@dragoman/release/build-dispatcher"
import { freePort } from "@dragoman/store/testing/free-port"
import { bundleFolder, startProcess } from "./processes.ts"
import type { SinkBehaviour, SinkReport } from "./webhook-sink.ts"
import { webhookSecret } from "./webhook-world.ts"

/** Endpoints in a process of their own. */
export interface Sink {
  readonly url: (behaviour: SinkBehaviour, group: string) => string
  readonly report: (group: string) => Promise<SinkReport>
  /** Waits until so many different deliveries have come to the group. */
  readonly until: (group: string, count: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export const startSink = async (): Promise<Sink> => {
  const port = await freePort()
  const script = fileURLToPath(new URL("./webhook-sink.ts", import.meta.url))
  const sink = await startProcess([script], port, "/report/health", {
    SINK_PORT: String(port),
    SINK_SECRET: webhookSecret
  })
  const ask = async (path: string): Promise<string> => {
    const answer = await fetch(`${sink.baseUrl}${path}`)
    return answer.text()
  }
  return {
    url: (behaviour, group) => `${sink.baseUrl}/${behaviour}/${group}`,
    report: async (group) => JSON.parse(await ask(`/report/${group}`)),
    until: async (group, count) => {
      await ask(`/await/${group}/${count}`)
    },
    stop: sink.stop
  }
}

/** Webhooks may not reach this machine otherwise. */
export const webhookAllow = { DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1" }

let built: Promise<string> | null = null

export interface RunningDispatcher {
  readonly pid: number
  readonly stop: () => Promise<void>
  /** Ends the process at once, whatever it waits for. */
  readonly kill: () => Promise<void>
  /** Its log until now. */
  readonly lines: () => ReadonlyArray<string>
}

/** The dispatcher as a program of its own. */
export const startDispatcher = async (env: Readonly<Record<string, string>>): Promise<RunningDispatcher> => {
  built ??= buildDispatcher(join(bundleFolder, "dispatcher"))
  const child = spawn(process.execPath, [join(await built, "dist", "main.mjs")], {
    env: { PATH: process.env["PATH"] ?? "", DRAGOMAN_LOG_LEVEL: "error", ...webhookAllow, ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const lines: Array<string> = []
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line))
  const ended = async (signal: NodeJS.Signals) => {
    const exited = once(child, "exit")
    child.kill(signal)
    await exited
  }
  return {
    pid: child.pid ?? 0,
    stop: () => ended("SIGTERM"),
    kill: () => ended("SIGKILL"),
    lines: () => lines
  }
}

/** The floor: `total` deliveries of the same size to the URL, without a database. */
export const sendRaw = async (url: string, total: number, concurrency: number): Promise<void> => {
  const script = fileURLToPath(new URL("./webhook-raw.ts", import.meta.url))
  const child = spawn(process.execPath, [script, url, String(total), String(concurrency)], {
    stdio: ["ignore", "ignore", "inherit"]
  })
  const [code] = await once(child, "exit")
  if (code !== 0) throw new Error(`the bare sender ended with ${code}`)
}
