import { forceModes, overrideModes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { importReportFields } from "../import/import-report-model.ts"
import { ImportPlanModel } from "./import-plan-model.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Every name that clients of Tolgee's API send, and those of formats beyond it; the server reads all of these formats. */
export const importFormats = [
  ...["CSV_ICU", "CSV_JAVA", "CSV_PHP", "CSV_RUBY"],
  ...["JSON_I18NEXT", "JSON_ICU", "JSON_JAVA", "JSON_PHP", "JSON_RUBY", "JSON_C"],
  ...["PO_PHP", "PO_C", "PO_JAVA", "PO_ICU", "PO_RUBY", "PO_PYTHON", "PO_PYTHON_BRACE"],
  ...["STRINGS", "STRINGSDICT", "APPLE_XLIFF", "APPLE_XCSTRINGS"],
  ...["PROPERTIES_ICU", "PROPERTIES_JAVA", "PROPERTIES_UNKNOWN"],
  ...["ANDROID_XML", "COMPOSE_XML", "FLUTTER_ARB"],
  ...["YAML_RUBY", "YAML_JAVA", "YAML_ICU", "YAML_PHP", "YAML_UNKNOWN"],
  ...["XLIFF_ICU", "XLIFF_JAVA", "XLIFF_PHP", "XLIFF_RUBY"],
  ...["RESX_ICU", "XLSX_ICU", "XLSX_JAVA", "XLSX_PHP", "XLSX_RUBY"],
  ...["PHP_LARAVEL", "PHP_ARRAY_ICU", "PHP_ARRAY_PHP", "JSON_WEBEXTENSION"],
  ...["XLIFF_2_ICU", "XLIFF_2_PHP", "XLIFF_2_JAVA", "XLIFF_2_RUBY", "QT_TS", "FLUENT"],
  ...["TMX_ICU", "TMX_PHP", "TMX_JAVA", "TMX_RUBY"]
]

const LanguageMapping = Schema.Struct({ importLanguage: Schema.String, platformLanguageTag: Schema.String })

const FileMapping = Schema.Struct({
  /** With directories; the path inside an archive. */
  fileName: Schema.String,
  namespace: optional(Schema.String),
  format: optional(Schema.Literals(importFormats)),
  languageTag: optional(Schema.String),
  /** Names of languages in the file; the others are ignored. Absent: all. */
  languageTagsToImport: optional(Schema.Array(Schema.String))
})

/** The part `params` of a single-step import, as JSON. */
export const SingleStepImportParams = Schema.Struct({
  forceMode: optional(Schema.Literals(forceModes)),
  overrideMode: optional(Schema.Literals(overrideModes)),
  /** Absent: true with NO_FORCE, else false. */
  errorOnUnresolvedConflict: optional(Schema.Boolean),
  languageMappings: optional(Schema.Array(LanguageMapping)),
  fileMappings: optional(Schema.Array(FileMapping)),
  overrideKeyDescriptions: optional(Schema.Boolean),
  /** Absent: false, empty values of the files do not replace texts. Not in Tolgee's API. */
  importEmptyValues: optional(Schema.Boolean),
  convertPlaceholdersToIcu: optional(Schema.Boolean),
  createNewKeys: optional(Schema.Boolean),
  tagNewKeys: optional(Schema.Array(Schema.String)),
  /** Moves all other keys to the trash. Requires `keys.delete`. */
  removeOtherKeys: optional(Schema.Boolean),
  structureDelimiter: optional(Schema.String),
  /** Stores what the import would do, and changes nothing. Not in Tolgee's API: its server ignores it, and imports. */
  dryRun: optional(Schema.Boolean),
  branch: optional(Schema.String)
})
export type SingleStepImportParams = typeof SingleStepImportParams.Type

/** An unresolved conflict. */
export const ImportConflictModel = Schema.Struct({
  keyName: Schema.String,
  keyNamespace: Schema.NullOr(Schema.String),
  /** Tag. */
  language: Schema.String,
  isOverridable: Schema.Boolean
})

export const ImportResultModel = Schema.Struct({
  unresolvedConflicts: Schema.NullOr(Schema.Array(ImportConflictModel)),
  ...importReportFields,
  /** With `dryRun`: what the import would do. */
  plan: Schema.optionalKey(ImportPlanModel)
})
export type ImportResultModel = typeof ImportResultModel.Type
