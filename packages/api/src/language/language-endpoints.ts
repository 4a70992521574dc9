import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup, takesIfMatch } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { languageId, projectId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { LanguageBody, LanguageModel } from "./language-model.ts"

const one = { projectId, languageId }

/** Languages of a project; any scope in the project allows viewing all of them. */
export const LanguageEndpoints = endpointGroup(
  "language",
  HttpApiEndpoint.post("create", "/v2/projects/:projectId/languages", {
    params: { projectId },
    payload: LanguageBody,
    success: LanguageModel
  }).pipe(requires(project(["languages.edit"], { shortPath: true })), described("Creates a language in a project.")),
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/languages", {
    params: { projectId },
    query: {
      ...listQuery("languages"),
      search: field(
        Schema.optional(Schema.String),
        "Only languages whose name or tag contains this text, in any case."
      ),
      filterId: field(Schema.optional(IdList), "Only languages with these ids."),
      filterNotId: field(Schema.optional(IdList), "Only languages without these ids.")
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
  }).pipe(
    requires(project(["languages.edit"], { shortPath: true })),
    described("Replaces the fields of a language."),
    takesIfMatch
  ),
  HttpApiEndpoint.delete("delete", "/v2/projects/:projectId/languages/:languageId", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["languages.edit"], { shortPath: true })),
    described("Deletes a language with its translations."),
    takesIfMatch
  )
)
