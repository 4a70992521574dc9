import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "@dragoman/store/testing/free-port"

const repository = fileURLToPath(new URL("../../..", import.meta.url))
/** A bundle of these benchmarks' own, built for every run: what is measured is never older than the sources. */
export const bundleFolder = join(repository, "tooling", "bench", "dist")
export const serverBundle = join(bundleFolder, "main.js")

export const jwtSecret = "benchmark-secret-benchmark-secret-benchmark-secret-benchmark-secret"

export interface RunningServer {
  readonly baseUrl: string
  readonly pid: number
  /** Milliseconds from the start of the process to the first good answer. */
  readonly startMillis: number
  readonly stop: () => Promise<void>
  /** Ends the process at once, whatever it waits for. */
  readonly kill: () => Promise<void>
}

const startMillisMax = 120_000

export const startProcess = async (
  command: ReadonlyArray<string>,
  port: number,
  healthPath: string,
  env: Readonly<Record<string, string>>,
  wrap: (command: ReadonlyArray<string>) => ReadonlyArray<string> = (same) => same
): Promise<RunningServer> => {
  const startedAt = performance.now()
  const [program = "", ...words] = wrap([process.execPath, ...command])
  const child: ChildProcess = spawn(program, words, {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const ended = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  const baseUrl = `http://127.0.0.1:${port}`
  while (true) {
    const answer = await fetch(`${baseUrl}${healthPath}`).catch(() => undefined)
    if (answer?.ok === true) break
    if (child.exitCode !== null || performance.now() - startedAt > startMillisMax) {
      throw new Error(`${command[0]} did not start`)
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return {
    baseUrl,
    pid: child.pid ?? 0,
    startMillis: performance.now() - startedAt,
    stop: () => ended("SIGTERM"),
    kill: () => ended("SIGKILL")
  }
}

/** Environment that `npm start` sets, so that the process takes less memory. */
const startEnvironment: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(repository, "tooling", "start-environment.json"), "utf8")
)

/** The product as `npm start` runs it: the bundle, with the dispatcher inside. `wrap`: what starts the command. */
export const startDragoman = async (
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  wrap?: (command: ReadonlyArray<string>) => ReadonlyArray<string>
): Promise<RunningServer> => {
  const port = await freePort()
  const all = {
    ...startEnvironment,
    DRAGOMAN_PORT: String(port),
    DRAGOMAN_DATA_DIR: dataDir,
    DRAGOMAN_JWT_SECRET: jwtSecret,
    DRAGOMAN_RATE_LIMITS: "off",
    DRAGOMAN_LOG_LEVEL: "error",
    DRAGOMAN_DEMO_PROJECT: "off",
    ...env
  }
  return startProcess([serverBundle, "serve"], port, "/health/ready", all, wrap)
}

const bareScripts = {
  "bare-server": new URL("./bare-server.ts", import.meta.url),
  "bare-content": new URL("./bare-content.ts", import.meta.url)
} as const

/** The baseline: `node:http` and `better-sqlite3` on the same database file. */
export const startBare = async (
  databaseFile: string,
  name: keyof typeof bareScripts = "bare-server"
): Promise<RunningServer> => {
  const port = await freePort()
  return startProcess([fileURLToPath(bareScripts[name])], port, "/health", {
    BARE_PORT: String(port),
    BARE_DATABASE: databaseFile,
    BARE_SECRET: jwtSecret
  })
}

/** Runs a script of the benchmarks in a process of its own; what it printed. */
export const runToEnd = async (command: ReadonlyArray<string>): Promise<string> => {
  const child = spawn(process.execPath, [...command], { stdio: ["ignore", "pipe", "inherit"] })
  let printed = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text
  })
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve))
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}`)
  return printed
}

/** Ticks of the system's clock for processor time in a second. */
const ticksPerSecond = 100

/** Processor time of a process until now in milliseconds, with its threads that have ended. */
export const processorMillis = (pid: number): number => {
  // The name of the program, in parentheses, may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond
}

/** Resident memory in bytes, as the system counts it: now, or the most that there ever was. */
export const residentBytes = (pid: number, which: "now" | "most" = "now"): number => {
  const line = which === "now" ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/
  const [, kilobytes = "0"] = line.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kilobytes) * 1024
}
