import { forceModes, overrideModes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { importReportFields } from "../import/import-report-model.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Every name that clients send; not all of them can be read. Source: reference "import-and-formats" 2.9. */
export const importFormats = [
  ...["CSV_ICU", "CSV_JAVA", "CSV_PHP", "CSV_RUBY"],
  ...["JSON_I18NEXT", "JSON_ICU", "JSON_JAVA", "JSON_PHP", "JSON_RUBY", "JSON_C"],
  ...["PO_PHP", "PO_C", "PO_JAVA", "PO_ICU", "PO_RUBY", "PO_PYTHON", "PO_PYTHON_BRACE"],
  ...["STRINGS", "STRINGSDICT", "APPLE_XLIFF", "APPLE_XCSTRINGS"],
  ...["PROPERTIES_ICU", "PROPERTIES_JAVA", "PROPERTIES_UNKNOWN"],
  ...["ANDROID_XML", "COMPOSE_XML", "FLUTTER_ARB"],
  ...["YAML_RUBY", "YAML_JAVA", "YAML_ICU", "YAML_PHP", "YAML_UNKNOWN"],
  ...["XLIFF_ICU", "XLIFF_JAVA", "XLIFF_PHP", "XLIFF_RUBY"],
  ...["RESX_ICU", "XLSX_ICU", "XLSX_JAVA", "XLSX_PHP", "XLSX_RUBY"]
]

const LanguageMapping = Schema.Struct({ importLanguage: Schema.String, platformLanguageTag: Schema.String })

const FileMapping = Schema.Struct({
  /** With directories; in an archive the path inside of it. */
  fileName: Schema.String,
  namespace: optional(Schema.String),
  format: optional(Schema.Literals(importFormats)),
  languageTag: optional(Schema.String),
  /** Names of languages in the file; the others are left out. Absent: all. */
  languageTagsToImport: optional(Schema.Array(Schema.String))
})

/** The part `params` of a single-step import, as JSON. Source: reference "import-and-formats" 2.9. */
export const SingleStepImportParams = Schema.Struct({
  forceMode: optional(Schema.Literals(forceModes)),
  overrideMode: optional(Schema.Literals(overrideModes)),
  /** Absent: true with NO_FORCE, else false. */
  errorOnUnresolvedConflict: optional(Schema.Boolean),
  languageMappings: optional(Schema.Array(LanguageMapping)),
  fileMappings: optional(Schema.Array(FileMapping)),
  overrideKeyDescriptions: optional(Schema.Boolean),
  /** Our addition. Absent: false, empty values of the files leave the texts of the project. */
  importEmptyValues: optional(Schema.Boolean),
  convertPlaceholdersToIcu: optional(Schema.Boolean),
  createNewKeys: optional(Schema.Boolean),
  tagNewKeys: optional(Schema.Array(Schema.String)),
  /** Needs `keys.delete`. The other keys go to the trash. */
  removeOtherKeys: optional(Schema.Boolean),
  structureDelimiter: optional(Schema.String),
  branch: optional(Schema.String)
})
export type SingleStepImportParams = typeof SingleStepImportParams.Type

/** A text that nobody decided about. */
export const ImportConflictModel = Schema.Struct({
  keyName: Schema.String,
  keyNamespace: Schema.NullOr(Schema.String),
  /** Tag. */
  language: Schema.String,
  isOverridable: Schema.Boolean
})

/** Source: reference "import-and-formats" 2.9. */
export const ImportResultModel = Schema.Struct({
  unresolvedConflicts: Schema.NullOr(Schema.Array(ImportConflictModel)),
  ...importReportFields
})
export type ImportResultModel = typeof ImportResultModel.Type
