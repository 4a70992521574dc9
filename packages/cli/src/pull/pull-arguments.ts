import { parseArgs } from "node:util"
import { exportFormats } from "@dragoman/formats"
import { orProblem } from "../or-problem.ts"
import { type ConnectionFlags, connectionHelp, connectionOf, connectionOptions } from "../plan/plan-arguments.ts"

export type PullArguments =
  | {
      readonly connection: ConnectionFlags
      readonly folder: string
      /** The parameters of the export. */
      readonly query: URLSearchParams
    }
  | { readonly problem: string }
  | { readonly help: string }

export const pullOptions = {
  ...connectionOptions,
  languages: { type: "string" },
  format: { type: "string" },
  "file-structure-template": { type: "string" },
  states: { type: "string" },
  namespaces: { type: "string" },
  branch: { type: "string" }
} as const

/** The values that options of the command take. */
export const pullChoices: Readonly<Record<string, ReadonlyArray<string>>> = {
  format: exportFormats.map(({ format }) => format)
}

/** Parses the words after `pull`. */
export const readPullArguments = (words: ReadonlyArray<string>): PullArguments =>
  orProblem("pull", () => {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: pullOptions })
    if (values.help) return { help: pullHelp }
    const [folder, surplus] = positionals
    if (folder === undefined || surplus !== undefined) {
      throw new TypeError("Into which folder? Write: dragoman pull FOLDER")
    }
    const parameters = {
      languages: values.languages,
      format: values.format,
      fileStructureTemplate: values["file-structure-template"],
      filterState: values.states,
      filterNamespace: values.namespaces,
      filterBranch: values.branch
    }
    const query = new URLSearchParams({ zip: "true" })
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
    return { connection: connectionOf(values), folder, query }
  })

const pullHelp = `dragoman pull FOLDER: writes the texts of a project into translation files. Files that are the same stay as they are, and no
file is removed.

${connectionHelp}
  --languages TAG,…       only these languages (default: all that the key may see)
  --format FORMAT         format of the files (default: JSON)
  --file-structure-template TEMPLATE
                          path of each file, such as '{namespace}/{languageTag}.{extension}'
  --states STATE,…        only texts in these states, such as REVIEWED
  --namespaces NAME,…     only these namespaces
  --branch NAME           a branch of the project (default: its default branch)

Exit status: 0 done, 1 an error.
`
