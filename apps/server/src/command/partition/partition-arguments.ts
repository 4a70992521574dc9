import type { PartitionFamilyName } from "@dragoman/store"
import { type CommandArguments, readOptionWords, unknownAction } from "../option-words.ts"

/** Tables that are divided together: by ranges of ids, or keys and translations by project. */
export type DividedName = PartitionFamilyName | "content"

export type PartitionAction =
  | { readonly action: "status" }
  | { readonly action: "divide" | "join"; readonly name: DividedName }

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false }
} as const

const actions = ["status", "divide", "join"] as const

const dividedNames: ReadonlyArray<DividedName> = ["content", "deliveries", "history"]

/** Parses the words of a command line that begins with `partition`. */
export const readPartitionArguments = (words: ReadonlyArray<string>): CommandArguments<PartitionAction> => {
  const written = readOptionWords("partition", words, options)
  if ("problem" in written) return written
  const { values, positionals, flags } = written
  if (values.help) return { help: partitionHelp }
  const action = readAction(positionals)
  return "problem" in action ? action : { action, json: values.json, flags }
}

const readAction = ([, word, written, ...more]: ReadonlyArray<string>):
  | PartitionAction
  | { readonly problem: string } => {
  const action = actions.find((one) => one === word)
  if (action === undefined) {
    if (word === undefined) return { problem: "What should partition do? Write: dragoman partition status" }
    return unknownAction("partition", "partitions", word, actions)
  }
  const surplus = action === "status" ? written : more[0]
  if (surplus !== undefined) {
    return { problem: `What does ${surplus} mean? \`dragoman partition --help\` shows the words.` }
  }
  if (action === "status") return { action }
  const name = dividedNames.find((one) => one === written)
  if (name === undefined) {
    return { problem: `Which tables? Write: dragoman partition ${action} ${dividedNames.join(" or ")}` }
  }
  return { action, name }
}

const partitionHelp = `dragoman partition …: divides the largest tables of a PostgreSQL database.

  partition status        prints which tables are partitioned, and their partitions; changes nothing
  partition divide NAME   divides tables, while servers run
  partition join NAME     makes plain tables of them again

NAME: content             keys and translations, by project: the rows are copied in batches, both ways while servers run
      deliveries          webhook deliveries with their bodies and attempts, by id; old ones are dropped with their partition
      history             the activity of all projects, by id

The present tables of deliveries and of the history become the first partitions, and no row is copied. To join them, stop
servers and dispatchers, for as long as the rows outside of the largest partition are copied.

Of all:
  --json                  prints one line of JSON (default when the output is no terminal)
  --config, --database-url and other settings: as \`dragoman serve\`, also as variables

Worth it from some ten million rows on; a smaller database gains nothing.
Exit status: 0 done, 1 it failed: all is as before, or repeated, the command continues, 2 wrong usage.
`
