import { parseArgs } from "node:util"
import { orProblem } from "../or-problem.ts"
import { type ConnectionFlags, connectionHelp, connectionOf, connectionOptions } from "../plan/plan-arguments.ts"

export const contextActions = ["export", "import"] as const

export type ContextArguments =
  | {
      readonly action: "export"
      readonly connection: ConnectionFlags
      readonly file: string
      /** The parameters of the request. */
      readonly query: URLSearchParams
    }
  | {
      readonly action: "import"
      readonly connection: ConnectionFlags
      readonly file: string
      readonly query: URLSearchParams
      readonly isDryRun: boolean
    }
  | { readonly problem: string }
  | { readonly help: string }

export const contextOptions = {
  ...connectionOptions,
  all: { type: "boolean", default: false },
  branch: { type: "string" },
  override: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false }
} as const

/** Parses the words after `context`. */
export const readContextArguments = (words: ReadonlyArray<string>): ContextArguments =>
  orProblem("context", () => {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: contextOptions })
    if (values.help) return { help: contextHelp }
    const [word, file, surplus] = positionals
    const action = contextActions.find((one) => one === word)
    if (action === undefined || file === undefined || surplus !== undefined) {
      throw new TypeError("Which file? Write: dragoman context export FILE, or dragoman context import FILE")
    }
    const connection = connectionOf(values)
    const query = new URLSearchParams()
    if (action === "export") {
      if (values.override || values["dry-run"]) throw new TypeError("--override and --dry-run belong to the import")
      if (!values.all) query.set("filterHasNoDescription", "true")
      if (values.branch !== undefined) query.set("branch", values.branch)
      return { action, connection, file, query }
    }
    if (values.all || values.branch !== undefined) throw new TypeError("--all and --branch belong to the export")
    query.set("override", String(values.override))
    query.set("dryRun", String(values["dry-run"]))
    return { action, connection, file, query, isDryRun: values["dry-run"] }
  })

const contextHelp = `dragoman context export FILE: writes the keys without a description into a file, one JSON object per line, with base text,
places in the code and neighbours.
dragoman context import FILE: sends the descriptions of such a file to the server, and prints the lines that it left out.

${connectionHelp}
  --all                   exports keys with a description too
  --branch NAME           exports the keys of a branch of the project (default: its default branch)
  --override              overwrites descriptions that keys have
  --dry-run               shows what an import would do, and changes nothing

Exit status: 0 done, 1 an error, or lines that cannot be used.
`
