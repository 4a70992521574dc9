import { parseArgs } from "node:util"
import { settingFlagOptions, settingsHelp, unknownFlags } from "@dragoman/settings"

type Words =
  | { readonly flags: Readonly<Record<string, string | null>> }
  | { readonly help: string }
  | { readonly problems: ReadonlyArray<string> }

/** Reads the words after the program's name: settings as flags. The values are checked with the other settings. */
export const readWords = (words: ReadonlyArray<string>): Words => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: false,
    options: { ...settingFlagOptions("dispatcher"), help: { type: "boolean", short: "h" } }
  })
  const { help: isHelp, ...others } = values
  if (isHelp === true) return { help: help() }
  const flags = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, typeof value === "string" ? value : null])
  )
  // Before other words: the value of a flag with a typing error stands among them.
  const problems = unknownFlags("dispatcher", flags)
  if (problems.length > 0) return { problems }
  const [surplus] = positionals
  if (surplus === undefined) return { flags }
  return { problems: [`What does ${surplus} mean? The dispatcher takes settings as flags, and no other words.`] }
}

const help = (): string =>
  [
    "The webhook dispatcher of Dragoman, as a program of its own.",
    "",
    "Settings are flags, environment variables or names in a configuration file, and count in this order. Each has",
    "a form with -file or _FILE at the end that names a file with the value.",
    "",
    ...settingsHelp("dispatcher"),
    ""
  ].join("\n")
