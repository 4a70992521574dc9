import { type ParseArgsOptionsConfig, parseArgs } from "node:util"
import { settingFlagOptions } from "@dragoman/settings"
import { orProblem } from "./or-problem.ts"

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
