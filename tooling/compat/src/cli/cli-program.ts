import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { stripVTControlCharacters } from "node:util"
import { rolldown } from "rolldown"

const require = createRequire(import.meta.url)

/** The published CLI, in the version that `package.json` pins. */
export const cliEntry = require.resolve("@tolgee/cli/dist/cli.js")

export const cliVersion: string = require("@tolgee/cli/package.json").version

/**
 * The published CLI in one file, which starts in a quarter of the processor time: it has 300 modules. Each of them still finds
 * its files where they are installed. Returns the file.
 */
export const bundleCli = async (folder: string): Promise<string> => {
  const file = join(folder, "cli.mjs")
  const bundle = await rolldown({
    input: cliEntry,
    platform: "node",
    logLevel: "silent",
    plugins: [
      {
        name: "own-addresses",
        transform: (code, id) =>
          id.startsWith(dirname(cliEntry))
            ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
            : null
      }
    ]
  })
  try {
    await bundle.write({ file, format: "esm", codeSplitting: false })
  } finally {
    await bundle.close()
  }
  return file
}

export interface CliRun {
  readonly exitCode: number | null
  /** The output without colours. */
  readonly printed: string
}

interface CliPlace {
  /** The program. */
  readonly entry: string
  readonly folder: string
  readonly home: string
}

/** A run of the CLI that goes on until it is stopped. */
export interface RunningCli {
  /** Returns the output so far, without colours. */
  readonly printed: () => string
  /** Stops the CLI like Ctrl+C. */
  readonly interrupt: () => Promise<CliRun>
}

/**
 * Runs the CLI to its end, without a terminal and with nothing of this environment. Without `--api-url` it calls a public
 * host: give it always.
 */
export const runCli = (words: ReadonlyArray<string>, place: CliPlace): Promise<CliRun> => start(words, place).ended

/** Runs a command that does not end by itself, like `runCli`. */
export const startCli = (words: ReadonlyArray<string>, place: CliPlace): RunningCli => {
  const { child, printed, ended } = start(words, place)
  return {
    printed,
    interrupt: () => {
      child.kill("SIGINT")
      return ended
    }
  }
}

const start = (words: ReadonlyArray<string>, { entry, folder, home }: CliPlace) => {
  const child = spawn(process.execPath, [entry, ...words], {
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
