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

/**
 * Runs the CLI to its end, without a terminal and with nothing of this environment. Without `--api-url` it calls a public
 * host: give it always.
 */
export const runCli = (
  words: ReadonlyArray<string>,
  { folder, home }: { readonly folder: string; readonly home: string }
): Promise<CliRun> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cliEntry, ...words], {
      cwd: folder,
      // The second is for speed only: compiled code, for all that have this parent folder.
      env: { HOME: home, NODE_COMPILE_CACHE: join(home, "..", "..", "compiled") },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let printed = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text))
    child.once("error", reject)
    child.once("close", (exitCode) => resolve({ exitCode, printed: stripVTControlCharacters(printed) }))
  })
