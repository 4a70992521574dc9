import type { PartitionFamilyName } from "@dragoman/store"
import { type CommandArguments, readOptionWords, unknownAction } from "../option-words.ts"

export type PartitionAction =
  | { readonly action: "status" }
  | { readonly action: "divide" | "join"; readonly family: PartitionFamilyName }

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false }
} as const

const actions = ["status", "divide", "join"] as const

const familyNames: ReadonlyArray<PartitionFamilyName> = ["deliveries", "history"]

/** Parses the words of a command line that begins with `partition`. */
export const readPartitionArguments = (words: ReadonlyArray<string>): CommandArguments<PartitionAction> => {
  const written = readOptionWords("partition", words, options)
  if ("problem" in written) return written
  const { values, positionals, flags } = written
  if (values.help) return { help: partitionHelp }
  const action = readAction(positionals)
  return "problem" in action ? action : { action, json: values.json, flags }
}

const readAction = ([, word, name, ...more]: ReadonlyArray<string>): PartitionAction | { readonly problem: string } => {
  const action = actions.find((one) => one === word)
  if (action === undefined) {
    if (word === undefined) return { problem: "What should partition do? Write: dragoman partition status" }
    return unknownAction("partition", "partitions", word, actions)
  }
  const surplus = action === "status" ? name : more[0]
  if (surplus !== undefined) {
    return { problem: `What does ${surplus} mean? \`dragoman partition --help\` shows the words.` }
  }
  if (action === "status") return { action }
  const family = familyNames.find((one) => one === name)
  if (family === undefined) {
    return { problem: `Which tables? Write: dragoman partition ${action} ${familyNames.join(" or ")}` }
  }
  return { action, family }
}

const partitionHelp = `dragoman partition …: divides the largest tables of a PostgreSQL database by ranges of ids, which grow with time.

  partition status        prints which tables are partitioned, and their partitions; changes nothing
  partition divide NAME   divides tables, while servers run: the present ones become the first partitions, and no row is copied
  partition join NAME     makes plain tables of them again; servers and dispatchers have to be stopped, for as long as
                          the rows outside of the largest partition are copied

NAME: deliveries          webhook deliveries with their bodies and attempts; old ones are dropped with their partition
      history             the activity of all projects

Of all:
  --json                  prints one line of JSON (default when the output is no terminal)
  --config, --database-url and other settings: as \`dragoman serve\`, also as variables

Worth it from some ten million rows on; a smaller database gains nothing.
Exit status: 0 done, 1 it failed, and nothing was changed, 2 wrong usage.
`
