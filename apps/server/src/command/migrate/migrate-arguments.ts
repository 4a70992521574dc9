import { type CommandArguments, readOptionWords, unknownAction } from "../option-words.ts"

export type MigrateAction =
  | { readonly action: "status" | "up" }
  /** `to`: null for the version before the newest one. */
  | { readonly action: "down"; readonly to: number | null; readonly acceptLoss: boolean }
  | { readonly action: "forget"; readonly copy: string }
  /** `copy`: null for the newest one that was made before a change. */
  | { readonly action: "rollback"; readonly copy: string | null }

export type MigrateArguments = CommandArguments<MigrateAction>

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  to: { type: "string" },
  "accept-loss": { type: "boolean" }
} as const

const actions = ["status", "up", "down", "forget"] as const

/** Parses the words of a command line that begins with `migrate` or `rollback`. */
export const readMigrateArguments = (words: ReadonlyArray<string>): MigrateArguments => {
  const written = readOptionWords(words[0] ?? "migrate", words, options)
  if ("problem" in written) return written
  const { values, positionals, flags } = written
  if (values.help) return { help: migrateHelp }
  const action = readAction(positionals, values.to, values["accept-loss"] === true)
  return "problem" in action ? action : { action, json: values.json, flags }
}

const readAction = (
  [command, ...rest]: ReadonlyArray<string>,
  to: string | undefined,
  acceptLoss: boolean
): MigrateAction | { readonly problem: string } => {
  const [word, copy, ...more] = command === "rollback" ? ["rollback", ...rest] : rest
  const action = word === "rollback" && command === "rollback" ? word : actions.find((name) => name === word)
  if (action === undefined) {
    if (word === undefined) return { problem: "What should migrate do? Write: dragoman migrate status" }
    return unknownAction("migrate", "migrations", word, actions)
  }
  if (action !== "down" && (to !== undefined || acceptLoss)) {
    return { problem: `--${to === undefined ? "accept-loss" : "to"} goes with \`dragoman migrate down\` only.` }
  }
  const takesCopy = action === "forget" || action === "rollback"
  const surplus = takesCopy ? more[0] : copy
  if (surplus !== undefined)
    return { problem: `What does ${surplus} mean? \`dragoman migrate --help\` shows the words.` }
  switch (action) {
    case "forget":
      return copy === undefined
        ? { problem: "Which copy? `dragoman migrate status` lists them; write: dragoman migrate forget COPY" }
        : { action, copy }
    case "rollback":
      return { action, copy: copy ?? null }
    case "down": {
      if (to !== undefined && !/^\d{1,9}$/.test(to)) {
        return { problem: `--to ${to} is not a schema version. Example: dragoman migrate down --to 22` }
      }
      return { action, to: to === undefined ? null : Number(to), acceptLoss }
    }
    default:
      return { action }
  }
}

const migrateHelp = `dragoman migrate …, dragoman rollback: the schema of the database, and the way back after an upgrade.

  migrate status          prints the schema versions of program and database, what is applied, and the copies; changes nothing
  migrate up              brings the schema to the version of this program, as \`dragoman serve\` does when it starts
  migrate down            undoes the newest migration; what was written since stays
    --to VERSION          undoes all migrations after this schema version
    --accept-loss         also when that loses something, which the command names otherwise
  migrate forget COPY     deletes a copy that was made before a change of the schema
  rollback [COPY]         puts the database back as it was before the last change of its schema, or as a copy has it: what was
                          written since is put aside as another copy

Of all:
  --json                  prints one line of JSON (default when the output is no terminal)
  --config, --data-dir, --database-url and other settings: as \`dragoman serve\`, also as variables

\`migrate down\` and \`rollback\` need all servers and dispatchers stopped; both work with the older program too. Before
\`up\` and \`down\` the database is copied, unless DRAGOMAN_COPY_BEFORE_MIGRATION is off.
Exit status: 0 done, 1 it failed, and nothing was changed, 2 wrong usage.
`
