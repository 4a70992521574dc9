import { parseArgs } from "node:util"
import { orProblem } from "@dragoman/cli/or-problem"

/** An end of a copy: an address as in DRAGOMAN_DATABASE_URL, or a file that contains one. */
export type CopyEnd = { readonly "database-url": string } | { readonly "database-url-file": string }

export type CopyArguments =
  | {
      readonly from: CopyEnd
      readonly to: CopyEnd
      readonly json: boolean
      /** The configuration file of both ends; null: the one that a variable names. */
      readonly config: string | null
    }
  | { readonly help: string }
  | { readonly problem: string }

const options = {
  from: { type: "string" },
  "from-file": { type: "string" },
  to: { type: "string" },
  "to-file": { type: "string" },
  config: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false }
} as const

/** Parses the words after `copy`. No problem repeats an address, which may have a password. */
export const readCopyArguments = (words: ReadonlyArray<string>): CopyArguments =>
  orProblem("copy", () => {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options })
    if (values.help) return { help: copyHelp }
    if (positionals.length > 0) {
      return { problem: "`copy` takes --from and --to, and no other words. `dragoman copy --help` has an example." }
    }
    const from = endOf("from", values.from, values["from-file"])
    const to = endOf("to", values.to, values["to-file"])
    if ("problem" in from) return from
    if ("problem" in to) return to
    return { from, to, json: values.json, config: values.config ?? null }
  })

const endOf = (
  name: string,
  url: string | undefined,
  file: string | undefined
): CopyEnd | { readonly problem: string } => {
  if (url !== undefined && file !== undefined) return { problem: `Write --${name} or --${name}-file, not both.` }
  if (url !== undefined) return { "database-url": url }
  if (file !== undefined) return { "database-url-file": file }
  return {
    problem: `\`copy\` needs --${name}. Example: dragoman copy --from sqlite:/var/lib/dragoman/dragoman.sqlite --to postgres://user:password@host/name`
  }
}

const copyHelp = `dragoman copy --from DATABASE --to DATABASE

Copies a whole database to an empty one, from SQLite to PostgreSQL, back, or between two of a kind,
and compares them row by row. Stop the servers and dispatchers of the source first.
A copy that was interrupted continues when the command is run again.

  --from DATABASE       sqlite:PATH or postgres://user:password@host/name
  --from-file FILE      a file that contains it: other users of the machine see the words of a command
  --to DATABASE         as --from; a database without tables, or a file that does not exist
  --to-file FILE        a file that contains it
  --config FILE         other settings of both ends, such as the encryption key
  --json                prints the report as one line of JSON, also on a terminal
`
