import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { LanguageBody, LanguageModel } from "./language-model.ts"

const one = { projectId: PathId, languageId: PathId }

/** Languages of a project; any scope in the project allows viewing all of them. */
export const LanguageEndpoints = endpointGroup(
  "language",
  HttpApiEndpoint.post("create", "/v2/projects/:projectId/languages", {
    params: { projectId: PathId },
    payload: LanguageBody,
    success: LanguageModel
  }).pipe(requires(project(["languages.edit"], { shortPath: true })), described("Creates a language in a project.")),
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/languages", {
    params: { projectId: PathId },
    query: {
      ...listQuery("languages"),
      search: Schema.optional(Schema.String),
      filterId: Schema.optional(IdList),
      filterNotId: Schema.optional(IdList)
    },
    success: pageOf("languages", LanguageModel)
  }).pipe(requires(project([], { shortPath: true })), described("Lists the languages of a project.")),
  HttpApiEndpoint.get("get", "/v2/projects/:projectId/languages/:languageId", {
    params: one,
    success: LanguageModel
  }).pipe(requires(project([], { shortPath: true })), described("Returns a language.")),
  HttpApiEndpoint.put("edit", "/v2/projects/:projectId/languages/:languageId", {
    params: one,
    payload: LanguageBody,
    success: LanguageModel
  }).pipe(requires(project(["languages.edit"], { shortPath: true })), described("Replaces the fields of a language.")),
  HttpApiEndpoint.delete("delete", "/v2/projects/:projectId/languages/:languageId", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["languages.edit"], { shortPath: true })),
    described("Deletes a language with its translations.")
  )
)
