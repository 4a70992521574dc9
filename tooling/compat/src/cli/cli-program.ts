import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"

const require = createRequire(import.meta.url)

/** The published CLI, in the version that `package.json` pins. */
export const cliEntry = require.resolve("@tolgee/cli/dist/cli.js")

export const cliVersion: string = require("@tolgee/cli/package.json").version

export interface CliRun {
  readonly exitCode: number | null
  /** Without colours. */
  readonly printed: string
}

interface CliFolders {
  readonly folder: string
  readonly home: string
}

/** A run of the CLI that goes on until it is stopped. */
export interface RunningCli {
  /** So far, without colours. */
  readonly printed: () => string
  /** As Ctrl+C does. */
  readonly interrupt: () => Promise<CliRun>
}

/**
 * Runs the CLI to its end, without a terminal and with nothing of this environment. Without `--api-url` it calls a public
 * host: give it always.
 */
export const runCli = (words: ReadonlyArray<string>, folders: CliFolders): Promise<CliRun> =>
  start(words, folders).ended

/** As `runCli`, for what does not end by itself. */
export const startCli = (words: ReadonlyArray<string>, folders: CliFolders): RunningCli => {
  const { child, printed, ended } = start(words, folders)
  return {
    printed,
    interrupt: () => {
      child.kill("SIGINT")
      return ended
    }
  }
}

const start = (words: ReadonlyArray<string>, { folder, home }: CliFolders) => {
  const child = spawn(process.execPath, [cliEntry, ...words], {
    cwd: folder,
    // The second is for speed only: compiled code, for all that have this parent folder.
    env: { HOME: home, NODE_COMPILE_CACHE: join(home, "..", "..", "compiled") },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let text = ""
  child.stdout.setEncoding("utf8").on("data", (more: string) => (text += more))
  child.stderr.setEncoding("utf8").on("data", (more: string) => (text += more))
  const printed = () => stripVTControlCharacters(text)
  const ended = new Promise<CliRun>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (exitCode) => resolve({ exitCode, printed: printed() }))
  })
  return { child, printed, ended }
}
