import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { demands, project } from "../access/demand.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf, pageQuery } from "../page/page-model.ts"
import {
  ImportAddFilesModel,
  ImportFileIssueModel,
  ImportLanguageModel,
  ImportTranslationModel
} from "./import-model.ts"

const importPath = "/v2/projects/:projectId/import"
const languagePath = `${importPath}/result/languages/:languageId` as const
const demandsEntering = demands(project(["translations.view"], { shortPath: true }))

/** An import belongs to one user in one project. Source: specification 4.3; reference "import-and-formats" 2. */
export const ImportEndpoints = endpointGroup(
  "import",
  HttpApiEndpoint.post("addFiles", importPath, {
    params: { projectId: PathId },
    query: {
      /** Joins the names of nested objects; a dot when it is absent. */
      structureDelimiter: Schema.optional(Schema.String)
    },
    /** Parts named `files`, as many as wanted; archives too. The server reads them from the stream. */
    payload: Schema.Struct({ files: Schema.Unknown }).pipe(HttpApiSchema.asMultipartStream()),
    success: ImportAddFilesModel
  }).pipe(demandsEntering),
  HttpApiEndpoint.delete("cancel", importPath, {
    params: { projectId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(demandsEntering),
  HttpApiEndpoint.get("getResult", `${importPath}/result`, {
    params: { projectId: PathId },
    query: pageQuery,
    success: pageOf("languages", ImportLanguageModel)
  }).pipe(demandsEntering),
  HttpApiEndpoint.get("getLanguage", languagePath, {
    params: { projectId: PathId, languageId: PathId },
    success: ImportLanguageModel
  }).pipe(demandsEntering),
  HttpApiEndpoint.delete("deleteLanguage", languagePath, {
    params: { projectId: PathId, languageId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(demandsEntering),
  HttpApiEndpoint.get("listTranslations", `${languagePath}/translations`, {
    params: { projectId: PathId, languageId: PathId },
    query: {
      ...pageQuery,
      onlyConflicts: Schema.optional(Schema.Literals(["true", "false"])),
      onlyUnresolved: Schema.optional(Schema.Literals(["true", "false"])),
      /** Contained in the text or in the name of the key, case-insensitive. */
      search: Schema.optional(Schema.String)
    },
    success: pageOf("translations", ImportTranslationModel)
  }).pipe(demandsEntering),
  HttpApiEndpoint.get("listFileIssues", `${importPath}/result/files/:importFileId/issues`, {
    params: { projectId: PathId, importFileId: PathId },
    query: pageQuery,
    success: pageOf("importFileIssues", ImportFileIssueModel)
  }).pipe(demandsEntering)
)
