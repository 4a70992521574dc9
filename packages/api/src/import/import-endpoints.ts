import { forceModes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  ImportAddFilesModel,
  ImportFileIssueModel,
  ImportLanguageModel,
  ImportNamespaceBody,
  ImportNamespacesModel,
  ImportSettingsBody,
  ImportSettingsModel,
  ImportTranslationModel
} from "./import-model.ts"

const importPath = "/v2/projects/:projectId/import"
const languagePath = `${importPath}/result/languages/:languageId` as const
const translationPath = `${languagePath}/translations/:translationId/resolve` as const
const resolveAllPath = `${languagePath}/resolve-all` as const
const pairingPath = `${importPath}/result/languages/:importLanguageId` as const
const settingsPath = "/v2/projects/:projectId/import-settings"
const ofTranslation = { projectId: PathId, languageId: PathId, translationId: PathId }

/** There are no branches; naming one is refused. */
const branch = Schema.optional(Schema.String)
const applying = { branch, forceMode: Schema.optional(Schema.Literals(forceModes)) }

const requiresEntering = requires(project(["translations.view"], { shortPath: true }))

/** An import belongs to one user in one project. Source: specification 4.3; reference "import-and-formats" 2. */
export const ImportEndpoints = endpointGroup(
  "import",
  HttpApiEndpoint.post("addFiles", importPath, {
    params: { projectId: PathId },
    query: {
      branch,
      /** Joins the names of nested objects; a dot when it is absent. */
      structureDelimiter: Schema.optional(Schema.String)
    },
    /** Parts named `files`, as many as wanted; archives too. The server reads them from the stream. */
    payload: Schema.Struct({ files: Schema.Unknown }).pipe(HttpApiSchema.asMultipartStream()),
    success: ImportAddFilesModel
  }).pipe(requiresEntering),
  HttpApiEndpoint.delete("cancel", importPath, {
    params: { projectId: PathId },
    query: { branch },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  HttpApiEndpoint.get("getResult", `${importPath}/result`, {
    params: { projectId: PathId },
    query: { ...listQuery("importLanguages"), branch },
    success: pageOf("languages", ImportLanguageModel)
  }).pipe(requiresEntering),
  HttpApiEndpoint.get("getLanguage", languagePath, {
    params: { projectId: PathId, languageId: PathId },
    success: ImportLanguageModel
  }).pipe(requiresEntering),
  HttpApiEndpoint.delete("deleteLanguage", languagePath, {
    params: { projectId: PathId, languageId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  HttpApiEndpoint.get("listTranslations", `${languagePath}/translations`, {
    params: { projectId: PathId, languageId: PathId },
    query: {
      ...listQuery("importTranslations"),
      onlyConflicts: Schema.optional(Schema.Literals(["true", "false"])),
      onlyUnresolved: Schema.optional(Schema.Literals(["true", "false"])),
      /** Contained in the text or in the name of the key, case-insensitive. */
      search: Schema.optional(Schema.String)
    },
    success: pageOf("translations", ImportTranslationModel)
  }).pipe(requiresEntering),
  HttpApiEndpoint.put("overrideTranslation", `${translationPath}/set-override`, {
    params: ofTranslation,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  HttpApiEndpoint.put("keepTranslation", `${translationPath}/set-keep-existing`, {
    params: ofTranslation,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  HttpApiEndpoint.put("overrideAll", `${resolveAllPath}/set-override`, {
    params: { projectId: PathId, languageId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  HttpApiEndpoint.put("keepAll", `${resolveAllPath}/set-keep-existing`, {
    params: { projectId: PathId, languageId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  HttpApiEndpoint.put("pairLanguage", `${pairingPath}/select-existing/:existingLanguageId`, {
    params: { projectId: PathId, importLanguageId: PathId, existingLanguageId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  HttpApiEndpoint.put("unpairLanguage", `${pairingPath}/reset-existing`, {
    params: { projectId: PathId, importLanguageId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  HttpApiEndpoint.put("selectNamespace", `${importPath}/result/files/:fileId/select-namespace`, {
    params: { projectId: PathId, fileId: PathId },
    payload: ImportNamespaceBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  HttpApiEndpoint.get("listFileIssues", `${importPath}/result/files/:importFileId/issues`, {
    params: { projectId: PathId, importFileId: PathId },
    query: listQuery("importIssues"),
    success: pageOf("importFileIssues", ImportFileIssueModel)
  }).pipe(requiresEntering),
  HttpApiEndpoint.get("listNamespaces", `${importPath}/all-namespaces`, {
    params: { projectId: PathId },
    query: { branch },
    success: ImportNamespacesModel
  }).pipe(requiresEntering),
  /**
   * What is written needs `translations.edit` in its languages, new keys need `keys.create`. When something was left
   * out, the answer has a body with the fields of `importReportFields`: an addition that clients of the original do not
   * read.
   */
  HttpApiEndpoint.put("apply", `${importPath}/apply`, {
    params: { projectId: PathId },
    query: applying,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEntering),
  /** One JSON object per line: `status`, `totalKeys`, `importedKeys`, `errorStatusCode`, `errorResponseBody`. */
  HttpApiEndpoint.put("applyStreaming", `${importPath}/apply-streaming`, {
    params: { projectId: PathId },
    query: applying,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/x-ndjson" }))
  }).pipe(requiresEntering),
  HttpApiEndpoint.get("getSettings", settingsPath, {
    params: { projectId: PathId },
    success: ImportSettingsModel
  }).pipe(requires(project([], { shortPath: true }))),
  HttpApiEndpoint.put("setSettings", settingsPath, {
    params: { projectId: PathId },
    payload: ImportSettingsBody,
    success: ImportSettingsModel
  }).pipe(requires(project(["translations.edit"], { shortPath: true })))
)
