import { shellWord } from "../export/export-choice.ts"

/** Tolgee's command line in the version whose commands are tested with this server (docs/cli.md). */
const cli = "npx --yes @tolgee/cli@2.20.0"

/** The SDK in the version that is tested with this server (docs/in-context.md). */
export const sdkInstallation = "npm install @tolgee/web@7.2.1"

/** Default path of the files. */
export const defaultFilePath = "i18n/{languageTag}.json"

export interface CommandFacts {
  /** The origin of the server. */
  readonly server: string
  /** null: the command reads it from the variable `TOLGEE_API_KEY`. */
  readonly apiKey: string | null
}

export interface FileCommandFacts extends CommandFacts {
  /** Template of the files' paths, for example `i18n/{languageTag}.json`; relative to the folder in which the command runs. */
  readonly path: string
}

/** Formats that the CLI has to be told: it takes every other file for JSON. */
const formatsByExtension: Readonly<Record<string, string>> = {
  arb: "FLUTTER_ARB",
  csv: "CSV_ICU",
  po: "PO_ICU",
  properties: "PROPERTIES_ICU",
  resx: "RESX_ICU",
  strings: "APPLE_STRINGS",
  xcstrings: "APPLE_XCSTRINGS",
  xlf: "XLIFF_ICU",
  xliff: "XLIFF_ICU",
  xlsx: "XLSX_ICU",
  xml: "ANDROID_XML",
  yaml: "YAML_ICU",
  yml: "YAML_ICU"
}

const startOf = ({ server, apiKey, path }: FileCommandFacts): string => {
  const format = formatsByExtension[path.slice(path.lastIndexOf(".") + 1).toLowerCase()]
  return [
    cli,
    `--api-url ${shellWord(server)}`,
    ...(apiKey === null ? [] : [`--api-key ${apiKey}`]),
    ...(format === undefined ? [] : [`--format ${format}`])
  ].join(" ")
}

/** The CLI finds files only by absolute paths on the command line. `forceMode`: for shells that cannot be asked. */
export const pushCommand = (facts: FileCommandFacts, forceMode?: "KEEP" | "OVERRIDE"): string => {
  const inFolder = facts.path.startsWith("/") ? "" : "$PWD/"
  const escaped = facts.path.replace(/^(\.\/)+/, "").replace(/[\\"$`]/g, "\\$&")
  const force = forceMode === undefined ? "" : ` --force-mode ${forceMode}`
  return `${startOf(facts)} push --files-template "${inFolder}${escaped}"${force}`
}

/** Writes the files where the push reads them. */
export const pullFilesCommand = (facts: FileCommandFacts): string => {
  const names = facts.path.replace(/^(\.\/)+/, "").split("/")
  const firstWithPlaceholder = names.findIndex((name) => name.includes("{"))
  const firstOfTemplate = firstWithPlaceholder === -1 ? names.length - 1 : firstWithPlaceholder
  const folder = names.slice(0, firstOfTemplate).join("/")
  const path = facts.path.startsWith("/") ? folder || "/" : folder === "" ? "." : `./${folder}`
  const template = names.slice(firstOfTemplate).join("/")
  return `${startOf(facts)} pull --path ${shellWord(path)} --file-structure-template ${shellWord(template)}`
}

/** `path`: of the request. */
export const curlTextsCommand = ({ server, apiKey }: CommandFacts, path: string): string =>
  `curl --fail ${shellWord(`${server}${path}`)} --header "X-API-Key: ${apiKey ?? "$TOLGEE_API_KEY"}"`

/** A page that loads its texts from the server while it is developed. */
export const sdkCode = ({ server, apiKey }: CommandFacts, languageTag: string): string =>
  `import { DevTools, Tolgee } from "@tolgee/web"

const tolgee = Tolgee()
  .use(DevTools())
  .init({
    apiUrl: ${JSON.stringify(server)},
    apiKey: ${JSON.stringify(apiKey ?? "tgpak_…")},
    language: ${JSON.stringify(languageTag)}
  })

await tolgee.run()`
