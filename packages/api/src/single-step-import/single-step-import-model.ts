import { forceModes, overrideModes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { branchOfBody } from "../branch/branch-field.ts"
import { field } from "../field.ts"
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

const LanguageMapping = Schema.Struct({
  importLanguage: field(Schema.String, "Language as the files name it.", "cs_CZ"),
  platformLanguageTag: field(Schema.String, "Tag of the language of the project that gets the texts.", "cs")
})

const FileMapping = Schema.Struct({
  fileName: field(Schema.String, "Path of the file: with its folders, inside of an archive too.", "web/cs.json"),
  namespace: field(
    optional(Schema.String),
    "Namespace for the keys of the file; absent: the first folder of the path.",
    "web"
  ),
  format: field(optional(Schema.Literals(importFormats)), "Format of the file; absent: detected."),
  languageTag: field(
    optional(Schema.String),
    "Tag of the language of the project that gets all texts of the file; absent: from the file."
  ),
  languageTagsToImport: field(
    optional(Schema.Array(Schema.String)),
    "Languages of the file to import, as it names them; absent: all."
  )
})

/** The part `params` of a single-step import, as JSON. */
export const SingleStepImportParams = Schema.Struct({
  forceMode: field(
    optional(Schema.Literals(forceModes)),
    "Where the project has another text: OVERRIDE writes, KEEP leaves it, NO_FORCE rejects the request; absent: NO_FORCE.",
    "OVERRIDE"
  ),
  overrideMode: field(
    optional(Schema.Literals(overrideModes)),
    "ALL: OVERRIDE also writes over protected reviewed texts, where the caller may set states; absent: RECOMMENDED.",
    "RECOMMENDED"
  ),
  errorOnUnresolvedConflict: field(
    optional(Schema.Boolean),
    "Whether texts that could not be written reject the whole request; absent: true with NO_FORCE, else false."
  ),
  languageMappings: field(
    optional(Schema.Array(LanguageMapping)),
    "Which language of the project gets the texts of which language in the files; absent: the one with the same tag."
  ),
  fileMappings: field(optional(Schema.Array(FileMapping)), "What the names of files do not say; absent: nothing."),
  overrideKeyDescriptions: field(
    optional(Schema.Boolean),
    "Whether descriptions of files replace those of keys; absent: false."
  ),
  importEmptyValues: field(
    optional(Schema.Boolean),
    "Whether empty values of files erase texts, as far as `forceMode` lets them; absent: false. Not in Tolgee's API."
  ),
  convertPlaceholdersToIcu: field(optional(Schema.Boolean), "Whether placeholders become ICU ones; absent: true."),
  createNewKeys: field(
    optional(Schema.Boolean),
    "Whether keys that the project does not have are created; absent: true."
  ),
  tagNewKeys: field(optional(Schema.Array(Schema.String)), "Tags for the keys that are created; absent: none.", [
    "release-2"
  ]),
  removeOtherKeys: field(
    optional(Schema.Boolean),
    "Whether keys of the imported namespaces that no file has go to the trash, which requires `keys.delete`; absent: false."
  ),
  structureDelimiter: field(optional(Schema.String), "Joins the names of nested objects; absent: a dot."),
  dryRun: field(
    optional(Schema.Boolean),
    "Whether to store a plan of what the import would do and change nothing; absent: false. Not in Tolgee's API: its server ignores this, and imports."
  ),
  branch: branchOfBody
})
export type SingleStepImportParams = typeof SingleStepImportParams.Type

/** An unresolved conflict. */
export const ImportConflictModel = Schema.Struct({
  keyName: field(Schema.String, "Name of the key.", "booking.title"),
  keyNamespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  language: field(Schema.String, "Tag of the language.", "cs"),
  isOverridable: field(Schema.Boolean, "Whether OVERRIDE would write the text.")
})

/** The parts of an import that were left out or read in an unexpected way. */
export const ImportReportModel = Schema.Struct(importReportFields)

export const ImportResultModel = Schema.Struct({
  unresolvedConflicts: field(
    Schema.NullOr(Schema.Array(ImportConflictModel)),
    "Texts that were not written because the project has others; null: none."
  ),
  ...importReportFields,
  plan: field(Schema.optionalKey(ImportPlanModel), "What the import would do; only with `dryRun` and of plans.")
})
export type ImportResultModel = typeof ImportResultModel.Type
