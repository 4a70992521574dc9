import { writeJson, writeJsonI18next, writeJsonTolgee } from "./json/write.ts"
import { writePo } from "./po/write.ts"
import type { Writer } from "./writer.ts"
import { writeXliff } from "./xliff/write.ts"
import { writeYaml, writeYamlRuby } from "./yaml/write.ts"

/** A format that files leave in. */
export interface ExportFormat {
  /** As the API names it. */
  readonly format: string
  /** Of its files, without a dot. */
  readonly extension: string
  readonly mediaType: string
  /** `printFilePath` makes paths of it. */
  readonly defaultFileStructureTemplate: string
  /** False = the format has one spelling of its own: the caller's is ignored. */
  readonly usesMessageFormat: boolean
  /** Present = its files also have the texts of the base language. */
  readonly writesBaseTexts?: true
  readonly write: Writer
}

const defaultFileStructureTemplate = "{namespace}/{languageTag}.{extension}"

/** In the order in which they are listed to people. Source: docs/formats.md#what-is-written. */
export const exportFormats: ReadonlyArray<ExportFormat> = [
  {
    format: "JSON",
    extension: "json",
    mediaType: "application/json",
    defaultFileStructureTemplate,
    usesMessageFormat: true,
    write: writeJson
  },
  {
    format: "JSON_TOLGEE",
    extension: "json",
    mediaType: "application/json",
    defaultFileStructureTemplate,
    usesMessageFormat: false,
    write: writeJsonTolgee
  },
  {
    format: "XLIFF",
    extension: "xliff",
    mediaType: "application/x-xliff+xml",
    defaultFileStructureTemplate,
    usesMessageFormat: true,
    writesBaseTexts: true,
    write: writeXliff
  },
  {
    format: "PO",
    extension: "po",
    mediaType: "text/x-gettext-translation",
    defaultFileStructureTemplate,
    usesMessageFormat: true,
    write: writePo
  },
  {
    format: "YAML_RUBY",
    extension: "yaml",
    mediaType: "application/x-yaml",
    defaultFileStructureTemplate,
    usesMessageFormat: false,
    write: writeYamlRuby
  },
  {
    format: "YAML",
    extension: "yaml",
    mediaType: "application/x-yaml",
    defaultFileStructureTemplate,
    usesMessageFormat: true,
    write: writeYaml
  },
  {
    format: "JSON_I18NEXT",
    extension: "json",
    mediaType: "application/json",
    defaultFileStructureTemplate,
    usesMessageFormat: false,
    write: writeJsonI18next
  }
]

/** The format that the API names so; undefined = there is none. */
export const findExportFormat = (name: string): ExportFormat | undefined =>
  exportFormats.find(({ format }) => format === name)
