import { parseArgs } from "node:util"
import { forceModes, overrideModes } from "@dragoman/domain/import"
import { importFormatNames } from "@dragoman/formats"
import { orProblem } from "../or-problem.ts"

const planFormats = ["text", "json"] as const

export type PlanFormat = (typeof planFormats)[number]

/** Flags of both commands; null: not given. */
export interface ConnectionFlags {
  readonly apiUrl: string | null
  readonly apiKey: string | null
  readonly projectId: string | null
}

export interface PlanArguments {
  readonly command: "plan"
  readonly connection: ConnectionFlags
  readonly format: PlanFormat
  /** Files and folders, at least one. */
  readonly paths: ReadonlyArray<string>
  /** Parameters of the import as they are sent. */
  readonly params: Readonly<Record<string, unknown>>
  /** Namespace of every file; null: each file names it. */
  readonly namespace: string | null
  readonly language: string | null
  readonly fileFormat: string | null
}

export interface ApplyArguments {
  readonly command: "apply"
  readonly connection: ConnectionFlags
  readonly format: PlanFormat
  readonly planId: number
}

type NotRun = { readonly problem: string } | { readonly help: string }

export const connectionOptions = {
  "api-url": { type: "string" },
  "api-key": { type: "string" },
  "project-id": { type: "string" },
  help: { type: "boolean", short: "h", default: false }
} as const

export const applyOptions = { ...connectionOptions, format: { type: "string", default: "text" } } as const

export const planOptions = {
  ...applyOptions,
  "force-mode": { type: "string", default: "NO_FORCE" },
  "override-mode": { type: "string", default: "RECOMMENDED" },
  "remove-other-keys": { type: "boolean", default: false },
  "no-new-keys": { type: "boolean", default: false },
  "override-key-descriptions": { type: "boolean", default: false },
  "import-empty-values": { type: "boolean", default: false },
  "tag-new-keys": { type: "string", multiple: true },
  namespace: { type: "string" },
  language: { type: "string" },
  "file-format": { type: "string" }
} as const

/** The values that options of these commands take. */
export const planChoices: Readonly<Record<string, ReadonlyArray<string>>> = {
  format: planFormats,
  "force-mode": forceModes,
  "override-mode": overrideModes,
  "file-format": importFormatNames
}

/** Parses the words after `plan`. */
export const readPlanArguments = (words: ReadonlyArray<string>): PlanArguments | NotRun =>
  orProblem("plan", () => {
    const { values, positionals: paths } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: planOptions
    })
    if (values.help) return { help: planHelp }
    const format = formatOf(values.format)
    const forceMode = oneOf("--force-mode", values["force-mode"], forceModes)
    const overrideMode = oneOf("--override-mode", values["override-mode"], overrideModes)
    const fileFormat = values["file-format"] ?? null
    if (fileFormat !== null) oneOf("--file-format", fileFormat, importFormatNames)
    if (paths.length === 0) throw new TypeError("Which files? Write: dragoman plan FILE… (folders too)")
    return {
      command: "plan",
      connection: connectionOf(values),
      format,
      paths,
      params: {
        forceMode,
        overrideMode,
        removeOtherKeys: values["remove-other-keys"],
        createNewKeys: !values["no-new-keys"],
        overrideKeyDescriptions: values["override-key-descriptions"],
        importEmptyValues: values["import-empty-values"],
        tagNewKeys: values["tag-new-keys"] ?? []
      },
      namespace: values.namespace ?? null,
      language: values.language ?? null,
      fileFormat
    }
  })

/** Parses the words after `apply`. */
export const readApplyArguments = (words: ReadonlyArray<string>): ApplyArguments | NotRun =>
  orProblem("apply", () => {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: applyOptions })
    if (values.help) return { help: applyHelp }
    const [word = "", surplus] = positionals
    const planId = Number(word)
    if (surplus !== undefined || !/^\d+$/.test(word) || !Number.isSafeInteger(planId)) {
      throw new TypeError("Which plan? Write: dragoman apply PLAN (the number that `dragoman plan` printed)")
    }
    return { command: "apply", connection: connectionOf(values), format: formatOf(values.format), planId }
  })

export const connectionOf = (values: {
  readonly "api-url"?: string | undefined
  readonly "api-key"?: string | undefined
  readonly "project-id"?: string | undefined
}): ConnectionFlags => ({
  apiUrl: values["api-url"] ?? null,
  apiKey: values["api-key"] ?? null,
  projectId: values["project-id"] ?? null
})

const formatOf = (name: string): PlanFormat => oneOf("--format", name, planFormats)

const oneOf = <A extends string>(flag: string, given: string, known: ReadonlyArray<A>): A => {
  const found = known.find((name) => name === given)
  if (found === undefined) throw new TypeError(`${flag} ${given} is not known: it is one of ${known.join(", ")}`)
  return found
}

export const connectionHelp = `  --api-url URL           address of the server (DRAGOMAN_API_URL, or apiUrl of .tolgeerc.json)
  --api-key KEY           project API key or personal access token (DRAGOMAN_API_KEY, or apiKey of .tolgeerc.json)
  --project-id ID         not needed with a project API key (DRAGOMAN_PROJECT_ID, or projectId of .tolgeerc.json)`

const formatHelp = "  --format text|json      how the result is printed (default: text)"

const planHelp = `dragoman plan FILE…: shows what importing translation files into a project would do, and changes nothing.
Files of a folder are sent with their paths in it, other files with their paths as given: the first folder of a path is the
namespace in projects that use them.

${connectionHelp}
${formatHelp}
  --force-mode KEEP|OVERRIDE|NO_FORCE
                          where the project has another text (default: NO_FORCE, which is an error)
  --override-mode RECOMMENDED|ALL
                          ALL overrides protected reviewed texts too (default: RECOMMENDED)
  --remove-other-keys     removes keys of the imported namespaces that no file has
  --no-new-keys           only imports keys that the project has
  --override-key-descriptions
                          writes descriptions also where a key has one
  --import-empty-values   empty values erase texts
  --tag-new-keys TAG      tags new keys; can be repeated
  --namespace NAME        of all files, "" for the default one
  --language TAG          of all files
  --file-format FORMAT    of all files, such as JSON_I18NEXT

Exit status: 0 nothing to do, 2 changes, 1 an error: the plan cannot be made, or could not be applied.
`

const applyHelp = `dragoman apply PLAN: applies a plan that \`dragoman plan\` made, unless the project has changed where it matters.

${connectionHelp}
${formatHelp}

Exit status: 0 applied, 1 an error, and nothing was changed.
`
