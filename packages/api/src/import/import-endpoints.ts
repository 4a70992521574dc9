import { forceModes, importIssueTypes, importNoticeType } from "@dragoman/domain/import"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import {
  existingLanguageId,
  importFileId,
  importLanguageId,
  importTranslationId,
  projectId
} from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  ImportAddFilesModel,
  ImportAddFilesParams,
  ImportFileIssuePage,
  ImportLanguageModel,
  ImportNamespaceBody,
  ImportNamespacesModel,
  ImportSettingsBody,
  ImportSettingsModel,
  ImportTranslationModel
} from "./import-model.ts"
import { ImportReportModel } from "./import-report-model.ts"

const importPath = "/v2/projects/:projectId/import"
const languagePath = `${importPath}/result/languages/:languageId` as const
const translationPath = `${languagePath}/translations/:translationId/resolve` as const
const resolveAllPath = `${languagePath}/resolve-all` as const
const pairingPath = `${importPath}/result/languages/:importLanguageId` as const
const settingsPath = "/v2/projects/:projectId/import-settings"
const ofTranslation = { projectId, languageId: importLanguageId, translationId: importTranslationId }

const branch = branchParameter
const applying = {
  branch,
  forceMode: field(
    Schema.optional(Schema.Literals(forceModes)),
    "Resolution of open conflicts: OVERRIDE writes those that can be written, KEEP leaves the texts, NO_FORCE rejects the request; absent: NO_FORCE."
  ),
  inBatches: field(
    QueryFlag,
    "Whether a large import is committed in batches, so that other requests write in between; absent: false, all or nothing. Not in Tolgee's API."
  )
}

const progressLine = `{"status":"DONE","totalKeys":240,"importedKeys":240,"errorStatusCode":null,"errorResponseBody":null}`

const requiresEntering = requires(project(["translations.view"], { shortPath: true }))

/** An import belongs to one user in one project. See docs/import.md. */
export const ImportEndpoints = endpointGroup(
  "import",
  HttpApiEndpoint.post("addFiles", importPath, {
    params: { projectId },
    query: {
      branch,
      structureDelimiter: field(Schema.optional(Schema.String), "Joins the names of nested objects; absent: a dot.")
    },
    /** Any number of parts named `files`, also archives, and one named `params`. The server reads them from the stream. */
    payload: Schema.Struct({
      files: field(Schema.Unknown, "Files or archives; any number of parts with this name."),
      params: field(Schema.optional(ImportAddFilesParams), "Options of the upload, as JSON. Not in Tolgee's API.")
    }).pipe(HttpApiSchema.asMultipartStream()),
    success: ImportAddFilesModel
  }).pipe(
    requiresEntering,
    described("Uploads files or archives to the caller's import in a project and stages their contents.")
  ),
  HttpApiEndpoint.delete("cancel", importPath, {
    params: { projectId },
    query: { branch },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering, described("Deletes the caller's import in a project.")),
  HttpApiEndpoint.get("getResult", `${importPath}/result`, {
    params: { projectId },
    query: { ...listQuery("importLanguages"), branch },
    success: pageOf("languages", ImportLanguageModel)
  }).pipe(requiresEntering, described("Lists the languages in the files of an import.")),
  HttpApiEndpoint.get("getLanguage", languagePath, {
    params: { projectId, languageId: importLanguageId },
    success: ImportLanguageModel
  }).pipe(requiresEntering, described("Returns a language of an import.")),
  HttpApiEndpoint.delete("deleteLanguage", languagePath, {
    params: { projectId, languageId: importLanguageId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering, described("Removes a language from an import.")),
  HttpApiEndpoint.get("listTranslations", `${languagePath}/translations`, {
    params: { projectId, languageId: importLanguageId },
    query: {
      ...listQuery("importTranslations"),
      onlyConflicts: field(
        QueryFlag,
        "Whether to list only texts that differ from those of the project; absent: false."
      ),
      onlyUnresolved: field(QueryFlag, "Whether to list only unresolved conflicts; absent: false."),
      search: field(
        Schema.optional(Schema.String),
        "Only texts with this text in them or in the name of their key, in any case."
      )
    },
    success: pageOf("translations", ImportTranslationModel)
  }).pipe(requiresEntering, described("Lists the translations of a language of an import.")),
  HttpApiEndpoint.put("overrideTranslation", `${translationPath}/set-override`, {
    params: ofTranslation,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering, described("Resolves a conflict: the import replaces the existing text.")),
  HttpApiEndpoint.put("keepTranslation", `${translationPath}/set-keep-existing`, {
    params: ofTranslation,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering, described("Resolves a conflict: the existing text stays.")),
  HttpApiEndpoint.put("overrideAll", `${resolveAllPath}/set-override`, {
    params: { projectId, languageId: importLanguageId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering, described("Resolves all conflicts of a language: the import replaces the existing texts.")),
  HttpApiEndpoint.put("keepAll", `${resolveAllPath}/set-keep-existing`, {
    params: { projectId, languageId: importLanguageId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering, described("Resolves all conflicts of a language: the existing texts stay.")),
  HttpApiEndpoint.put("pairLanguage", `${pairingPath}/select-existing/:existingLanguageId`, {
    params: { projectId, importLanguageId, existingLanguageId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering, described("Assigns a language of an import to a language of the project.")),
  HttpApiEndpoint.put("unpairLanguage", `${pairingPath}/reset-existing`, {
    params: { projectId, importLanguageId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering, described("Removes the assignment of a language of an import.")),
  HttpApiEndpoint.put("selectNamespace", `${importPath}/result/files/:fileId/select-namespace`, {
    params: { projectId, fileId: importFileId },
    payload: ImportNamespaceBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering, described("Sets the namespace of an import file.")),
  HttpApiEndpoint.get("listFileIssues", `${importPath}/result/files/:importFileId/issues`, {
    params: { projectId, importFileId },
    query: {
      ...listQuery("importIssues"),
      withNotices: field(
        QueryFlag,
        "Whether warnings are listed as well, with the type `NOTICE`; absent: false. Not in Tolgee's API."
      ),
      filterType: field(
        Schema.optional(Schema.Array(Schema.Literals([...importIssueTypes, importNoticeType]))),
        "Only issues of one of these types; only with `withNotices`. Not in Tolgee's API."
      ),
      search: field(
        Schema.optional(Schema.String),
        "Only issues with this text in their sentence, in any case; only with `withNotices`. Not in Tolgee's API."
      )
    },
    success: ImportFileIssuePage
  }).pipe(requiresEntering, described("Lists the issues of an import file.")),
  HttpApiEndpoint.get("listNamespaces", `${importPath}/all-namespaces`, {
    params: { projectId },
    query: { branch },
    success: ImportNamespacesModel
  }).pipe(requiresEntering, described("Lists the namespaces of the project and of the import.")),
  HttpApiEndpoint.put("apply", `${importPath}/apply`, {
    params: { projectId },
    query: applying,
    success: [ImportReportModel, HttpApiSchema.Empty(200)]
  }).pipe(
    requiresEntering,
    described(
      "Applies an import. Written texts require `translations.edit` in their languages, new keys require `keys.create`. The response names omissions in its body."
    )
  ),
  HttpApiEndpoint.put("applyStreaming", `${importPath}/apply-streaming`, {
    params: { projectId },
    query: applying,
    success: Schema.String.annotate({ examples: [progressLine] }).pipe(
      HttpApiSchema.asText({ contentType: "application/x-ndjson" })
    )
  }).pipe(
    requiresEntering,
    described(
      "Applies an import and reports progress as one JSON object per line: `status`, `totalKeys`, `importedKeys`, `errorStatusCode`, `errorResponseBody`; the last line has `summary`."
    )
  ),
  HttpApiEndpoint.get("getSettings", settingsPath, {
    params: { projectId },
    success: ImportSettingsModel
  }).pipe(requires(project([], { shortPath: true })), described("Returns the caller's import settings in a project.")),
  HttpApiEndpoint.put("setSettings", settingsPath, {
    params: { projectId },
    payload: ImportSettingsBody,
    success: ImportSettingsModel
  }).pipe(
    requires(project(["translations.edit"], { shortPath: true })),
    described("Replaces the caller's import settings in a project.")
  )
)
