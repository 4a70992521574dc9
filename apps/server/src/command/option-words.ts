import { type ParseArgsOptionsConfig, parseArgs } from "node:util"
import { orProblem } from "@dragoman/cli/or-problem"
import { nearestName, settingFlagOptions } from "@dragoman/settings"

/** A command line that was read: its action, or a problem or a help text to print. */
export type CommandArguments<Action> =
  | {
      readonly action: Action
      readonly json: boolean
      /** Flags of settings, without `--`. */
      readonly flags: Readonly<Record<string, string>>
    }
  | { readonly problem: string }
  | { readonly help: string }

/** The parsed words of a command. */
interface OptionWords<Options extends ParseArgsOptionsConfig> {
  /** Values of the command's own options. */
  readonly values: ReturnType<typeof parseArgs<{ options: Options }>>["values"]
  readonly positionals: ReadonlyArray<string>
  /** Flags of settings, without `--`. */
  readonly flags: Readonly<Record<string, string>>
}

/**
 * Reads the words of a command that takes settings among its own options. `command`: for the problem, which repeats no value.
 */
export const readOptionWords = <const Options extends ParseArgsOptionsConfig>(
  command: string,
  words: ReadonlyArray<string>,
  options: Options
): OptionWords<Options> | { readonly problem: string } =>
  orProblem(command, () => {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { ...settingFlagOptions("server"), ...options }
    })
    const flags = Object.fromEntries(
      Object.entries(values).filter(
        (entry): entry is [string, string] => !Object.hasOwn(options, entry[0]) && typeof entry[1] === "string"
      )
    )
    return { values: values as OptionWords<Options>["values"], positionals, flags }
  })

/** The problem of a word that is no action of a command. `subject`: the things that the command is about. */
export const unknownAction = (
  command: string,
  subject: string,
  word: string,
  actions: ReadonlyArray<string>
): { readonly problem: string } => {
  const nearest = nearestName(word, actions)
  const hint = nearest === null ? ` \`dragoman ${command} --help\` lists them.` : ` Do you mean ${nearest}?`
  return { problem: `${word} is not a command about ${subject}.${hint}` }
}
