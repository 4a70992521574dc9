import { parseArgs } from "node:util"
import { importFormatNames } from "@dragoman/formats"
import { orProblem } from "../or-problem.ts"

export const lintFormats = ["text", "json", "sarif", "github"] as const

export type LintFormat = (typeof lintFormats)[number]

export type LintArguments =
  | {
      /** Files and folders, at least one. */
      readonly paths: ReadonlyArray<string>
      readonly format: LintFormat
      /** Import format of every file; null = by the name of each. */
      readonly fileFormat: string | null
      readonly warningsAsErrors: boolean
    }
  | { readonly problem: string }
  | { readonly help: string }

/** Parses the words after `lint`. */
export const readLintArguments = (words: ReadonlyArray<string>): LintArguments =>
  orProblem("lint", () => {
    const { values, positionals: paths } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        format: { type: "string", default: "text" },
        "file-format": { type: "string" },
        "warnings-as-errors": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false }
      }
    })
    if (values.help) return { help: lintHelp }
    const format = lintFormats.find((name) => name === values.format)
    if (format === undefined) {
      return { problem: `--format ${values.format} is not known. Formats: ${lintFormats.join(", ")}.` }
    }
    const fileFormat = values["file-format"] ?? null
    if (fileFormat !== null && !importFormatNames.includes(fileFormat)) {
      return { problem: `--file-format ${fileFormat} cannot be read. Formats: ${importFormatNames.join(", ")}.` }
    }
    if (paths.length === 0) return { problem: "Which files? Write: dragoman lint FILE… (folders too)" }
    return { paths, format, fileFormat, warningsAsErrors: values["warnings-as-errors"] }
  })

const lintHelp = `dragoman lint FILE…: checks translation files, and those of folders and zip archives, without a server.

  --format ${lintFormats.join("|")}
                          how findings are printed (default: text)
  --file-format FORMAT    reads every file in this import format, such as JSON_I18NEXT
                          (default: by the name and the texts of each file)
  --warnings-as-errors    warnings fail the check too

Exit status: 0 no errors, 1 errors were found, 2 wrong usage, or a file or folder that cannot be read.
`
