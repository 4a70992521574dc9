import { parseArgs } from "node:util"
import { importFormatNames } from "@dragoman/formats"
import { type CheckType, checkTypes } from "@dragoman/formats/check"
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
      /** The file whose texts the others are compared with; null = texts are not checked. */
      readonly basePath: string | null
      /** Null = those that are on by default. */
      readonly checks: ReadonlySet<CheckType> | null
      /** Source files, folders and patterns that keys are looked for in; empty = they are not. */
      readonly sources: ReadonlyArray<string>
      /** The file of known findings; null = there is none. */
      readonly baselinePath: string | null
      /** Write the findings to the baseline in the place of failing because of them. */
      readonly updatesBaseline: boolean
    }
  | { readonly problem: string }
  | { readonly help: string }

export const lintOptions = {
  format: { type: "string", default: "text" },
  "file-format": { type: "string" },
  "warnings-as-errors": { type: "boolean", default: false },
  base: { type: "string" },
  checks: { type: "string" },
  sources: { type: "string", multiple: true },
  baseline: { type: "string" },
  "update-baseline": { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false }
} as const

/** The values that options of the command take. */
export const lintChoices: Readonly<Record<string, ReadonlyArray<string>>> = {
  format: lintFormats,
  "file-format": importFormatNames,
  checks: ["all", ...checkTypes]
}

/** Parses the words after `lint`. */
export const readLintArguments = (words: ReadonlyArray<string>): LintArguments =>
  orProblem("lint", () => {
    const { values, positionals: paths } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: lintOptions
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
    const names = values.checks?.split(",").map((name) => name.trim()) ?? null
    const unknown = names?.find((name) => !checkTypes.some((type) => type === name) && name !== "all")
    if (unknown !== undefined) {
      return { problem: `--checks ${unknown} is not known. Checks: all, ${checkTypes.join(", ")}.` }
    }
    if (values.base === undefined && names !== null) return { problem: "--checks needs --base FILE." }
    if (values.baseline === undefined && values["update-baseline"]) {
      return { problem: "--update-baseline needs --baseline FILE." }
    }
    return {
      paths,
      format,
      fileFormat,
      warningsAsErrors: values["warnings-as-errors"],
      basePath: values.base ?? null,
      checks:
        names === null ? null : new Set(checkTypes.filter((type) => names.includes("all") || names.includes(type))),
      sources: values.sources ?? [],
      baselinePath: values.baseline ?? null,
      updatesBaseline: values["update-baseline"]
    }
  })

const lintHelp = `dragoman lint FILE…: checks translation files, and those of folders and zip archives, without a server.

  --format ${lintFormats.join("|")}
                          how findings are printed (default: text)
  --file-format FORMAT    reads every file in this import format, such as JSON_I18NEXT
                          (default: by the name and the texts of each file)
  --warnings-as-errors    warnings fail the check too
  --base FILE             compares the texts of the files with those of this one: missing and unknown keys, placeholders,
                          plural forms, markup, numbers, marks, spaces and more
  --checks TYPE,…|all     only these checks of texts (default: those that are on in a new project)
  --sources PATH          warns of keys that no source file names: a folder, a file, or a pattern such as 'src/**/*.ts'; several
                          times for several
  --baseline FILE         leaves out the findings that this file lists
  --update-baseline       writes the findings of now into that file, and does not fail because of them

Exit status: 0 no errors, 1 errors were found, 2 wrong usage, or a file or folder that cannot be read.
`
