import { forceModes, overrideModes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { branchOfBody } from "../branch/branch-field.ts"
import { field } from "../field.ts"
import { FileFormatMapping } from "../import/import-model.ts"
import { importReportFields } from "../import/import-report-model.ts"
import { ImportPlanModel } from "./import-plan-model.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optional(Schema.NullOr(schema))

const LanguageMapping = Schema.Struct({
  importLanguage: field(Schema.String, "Language as the files name it.", "cs_CZ"),
  platformLanguageTag: field(Schema.String, "Tag of the language of the project that gets the texts.", "cs")
})

const FileMapping = Schema.Struct({
  ...FileFormatMapping.fields,
  namespace: field(
    optional(Schema.String),
    "Namespace for the keys of the file; absent: the first folder of the path.",
    "web"
  ),
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
    "Resolution of conflicts with texts of the project: OVERRIDE writes, KEEP leaves them, NO_FORCE rejects the request; absent: NO_FORCE.",
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
    "Languages of the project for the languages of the files; absent: the one with the same tag."
  ),
  fileMappings: field(
    optional(Schema.Array(FileMapping)),
    "Format, language and namespace by file; absent: taken from the file."
  ),
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
  inBatches: field(
    optional(Schema.Boolean),
    "Whether a large import is committed in batches, so that other requests write in between; absent: false, all or nothing. Not in Tolgee's API."
  ),
  dryRun: field(
    optional(Schema.Boolean),
    "Whether to store a plan of the import and change nothing; absent: false. Not in Tolgee's API: its server ignores this, and imports."
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

export const ImportResultModel = Schema.Struct({
  unresolvedConflicts: field(
    Schema.NullOr(Schema.Array(ImportConflictModel)),
    "Texts that were not written because the project has others; null: none."
  ),
  ...importReportFields,
  plan: field(Schema.optionalKey(ImportPlanModel), "Effects of the import; only with `dryRun` and for plans.")
})
export type ImportResultModel = typeof ImportResultModel.Type
