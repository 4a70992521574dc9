import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { glossaryId, organizationIdOrSlug, projectId } from "../identifier/path-parameters.ts"
import { SimpleProjectModel } from "../organization/organization-model.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  GlossaryBody,
  GlossaryLanguageModel,
  GlossaryModel,
  GlossaryWithStatsModel,
  SimpleGlossaryModel
} from "./glossary-model.ts"
import { requiresReading, requiresWriting } from "./requires-glossary.ts"

const requiresViewing = requires(project(["translations.view"], { shortPath: true }))

const all = { organization: organizationIdOrSlug }
const one = { ...all, glossaryId }
const glossaries = "/v2/organizations/:organization/glossaries"
const glossary = `${glossaries}/:glossaryId` as const

const query = {
  ...listQuery("glossaries"),
  search: field(Schema.optional(Schema.String), "Only glossaries whose name contains this text, in any case.")
}

/** Glossaries of an organization, and their use in projects. See docs/glossaries.md. */
export const GlossaryEndpoints = endpointGroup(
  "glossary",
  HttpApiEndpoint.post("create", glossaries, { params: all, payload: GlossaryBody, success: GlossaryModel }).pipe(
    requiresWriting,
    described("Creates a glossary.")
  ),
  HttpApiEndpoint.get("list", glossaries, {
    params: all,
    query,
    success: pageOf("glossaries", SimpleGlossaryModel)
  }).pipe(
    requiresReading,
    described(
      "Lists the glossaries of an organization; without a role in it, those of projects that the caller may enter."
    )
  ),
  HttpApiEndpoint.get("listWithStats", "/v2/organizations/:organization/glossaries-with-stats", {
    params: all,
    query,
    success: pageOf("glossaries", GlossaryWithStatsModel)
  }).pipe(requiresReading, described("Lists glossaries with the number of projects that use them.")),
  HttpApiEndpoint.get("get", glossary, { params: one, success: GlossaryModel }).pipe(
    requiresReading,
    described("Returns a glossary.")
  ),
  HttpApiEndpoint.put("edit", glossary, { params: one, payload: GlossaryBody, success: GlossaryModel }).pipe(
    requiresWriting,
    described("Replaces name and base language of a glossary, and its projects if given.")
  ),
  HttpApiEndpoint.delete("delete", glossary, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requiresWriting,
    described("Deletes a glossary with its terms.")
  ),
  HttpApiEndpoint.get("listAssignedProjects", `${glossary}/assigned-projects`, {
    params: one,
    success: listOf("projects", SimpleProjectModel)
  }).pipe(requiresReading, described("Lists the projects that use a glossary and that the caller may enter.")),
  HttpApiEndpoint.get("listLanguages", `${glossary}/languages`, {
    params: one,
    success: listOf("glossaryLanguageDtoList", GlossaryLanguageModel)
  }).pipe(requiresReading, described("Lists the languages in which a glossary has texts.")),
  HttpApiEndpoint.get("listOfProject", "/v2/projects/:projectId/glossaries", {
    params: { projectId },
    success: listOf("glossaries", SimpleGlossaryModel)
  }).pipe(requiresViewing, described("Lists the glossaries that a project uses."))
)
