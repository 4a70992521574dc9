import { exitCode } from "@dragoman/cli/exit-code"
import { runCommand } from "./command/run-command.ts"

// Without an `await` at top level, which CommonJS has not: the bundle of `npm start` is that.
void runCommand(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    // Every command that opens a SQLite file needs files that the single executable unpacks. Without an import: this loads with all of them.
    const { _tag: tag, sentence } = Object(error) as { readonly _tag?: unknown; readonly sentence?: unknown }
    if (tag !== "FilesNotUnpacked") throw error
    process.stderr.write(`${String(sentence)}\n`)
    process.exit(exitCode.failure)
  }
)
