import type { TranslationState } from "@dragoman/domain/translation"

/** The choices of an export; empty lists are no filters. */
export interface ExportChoice {
  /** Name of the branch; absent: the default one. */
  readonly branch?: string | undefined
  readonly format: string
  readonly languages: ReadonlyArray<string>
  /** `""` is the default namespace. */
  readonly namespaces: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
  readonly states: ReadonlyArray<TranslationState>
  /** Empty: the one of the format. */
  readonly template: string
}

/** The parameters of the API; what is absent takes its default. */
export const toExportQuery = ({ branch, format, languages, namespaces, tags, states, template }: ExportChoice) => ({
  format,
  ...(branch === undefined ? {} : { filterBranch: branch }),
  ...(languages.length === 0 ? {} : { languages }),
  ...(namespaces.length === 0 ? {} : { filterNamespace: namespaces }),
  ...(tags.length === 0 ? {} : { filterTagIn: tags }),
  ...(states.length === 0 ? {} : { filterState: states }),
  ...(template.trim() === "" ? {} : { fileStructureTemplate: template.trim() })
})

/** Names of the API's formats in the CLI, which does not know the others. */
const cliFormats: Readonly<Record<string, string>> = {
  JSON: "JSON_ICU",
  JSON_TOLGEE: "JSON_TOLGEE",
  JSON_I18NEXT: "JSON_I18NEXT",
  XLIFF: "XLIFF_ICU",
  PO: "PO_ICU",
  APPLE_STRINGS_STRINGSDICT: "APPLE_STRINGS",
  APPLE_XLIFF: "APPLE_XLIFF",
  APPLE_XCSTRINGS: "APPLE_XCSTRINGS",
  APPLE_SDK: "APPLE_SDK",
  ANDROID_XML: "ANDROID_XML",
  ANDROID_SDK: "ANDROID_SDK",
  COMPOSE_XML: "COMPOSE_XML",
  FLUTTER_ARB: "FLUTTER_ARB",
  PROPERTIES: "PROPERTIES_ICU",
  YAML: "YAML_ICU",
  YAML_RUBY: "YAML_RUBY",
  CSV: "CSV_ICU",
  XLSX: "XLSX_ICU",
  RESX_ICU: "RESX_ICU"
}

/** One word of a command line of a POSIX shell. */
export const shellWord = (text: string): string =>
  /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** The command of the CLI for a choice; null: the CLI does not know the format. */
export const pullCommand = (choice: ExportChoice, server: string, projectId: number): string | null => {
  const format = cliFormats[choice.format]
  if (format === undefined) return null
  const list = (option: string, values: ReadonlyArray<string>) =>
    values.length === 0 ? [] : [option, ...values.map(shellWord)]
  return [
    "npx @tolgee/cli",
    `--api-url ${shellWord(server)}`,
    '--api-key "$DRAGOMAN_API_KEY"',
    `--project-id ${projectId}`,
    `--format ${format}`,
    "pull --path ./i18n",
    ...(choice.branch === undefined ? [] : ["--branch", shellWord(choice.branch)]),
    ...list("--languages", choice.languages),
    ...list("--namespaces", choice.namespaces),
    ...list("--tags", choice.tags),
    ...list("--states", choice.states),
    ...list("--file-structure-template", choice.template.trim() === "" ? [] : [choice.template.trim()])
  ].join(" ")
}

/** The request for a choice, for a shell. `address`: path and query. */
export const curlCommand = (server: string, address: string): string =>
  `curl --fail ${shellWord(`${server}${address}`)} --header "X-API-Key: $DRAGOMAN_API_KEY" --output export.zip`
