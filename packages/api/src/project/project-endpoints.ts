import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { organization, project, requires, user } from "../access/requirement.ts"
import { described, endpointGroup, takesIfMatch } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { organizationId, organizationIdOrSlug, projectId } from "../identifier/path-parameters.ts"
import { firstIdParameter } from "../my-work/my-work-endpoints.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  CreateProjectBody,
  EditProjectBody,
  ProjectModel,
  ProjectWithStatsModel,
  TransferOptionModel
} from "./project-model.ts"

const filters = {
  search: field(
    Schema.optional(Schema.String),
    "Only projects whose name, or whose organization's name, contains this text, in any case."
  ),
  filterId: field(Schema.optional(IdList), "Only projects with these ids."),
  filterNotId: field(Schema.optional(IdList), "Only projects without these ids."),
  filterBaseLanguageTag: field(
    Schema.optional(Schema.String),
    "Only projects whose base language has exactly this tag."
  )
}

const superToken = { superToken: true } as const
const loggedInLately = { credentials: ["JWT"], superToken: true } as const

export const ProjectEndpoints = endpointGroup(
  "project",
  HttpApiEndpoint.get("listOfOrganization", "/v2/organizations/:organization/projects", {
    params: { organization: organizationIdOrSlug },
    query: { ...listQuery("projectsOfOrganization"), ...filters },
    success: pageOf("projects", ProjectModel)
  }).pipe(
    requires(organization("VIEWER", { hiddenCode: "resource_not_found" })),
    described("Lists the projects of an organization that the caller can enter.")
  ),
  HttpApiEndpoint.get("list", "/v2/projects", {
    query: { ...listQuery("projects"), ...filters, firstId: firstIdParameter },
    success: pageOf("projects", ProjectModel)
  }).pipe(requires(user({ credentials: ["JWT", "PAT"] })), described("Lists the projects that the caller can enter.")),
  HttpApiEndpoint.get("listWithStats", "/v2/projects/with-stats", {
    query: { ...listQuery("projects"), search: filters.search, firstId: firstIdParameter },
    success: pageOf("projects", ProjectWithStatsModel)
  }).pipe(
    requires(user()),
    described("Lists the projects that the caller can enter, with their languages and progress.")
  ),
  HttpApiEndpoint.get("listOfOrganizationWithStats", "/v2/organizations/:organization/projects-with-stats", {
    params: { organization: organizationIdOrSlug },
    query: { ...listQuery("projectsOfOrganization"), search: filters.search },
    success: pageOf("projects", ProjectWithStatsModel)
  }).pipe(
    requires(organization("VIEWER", { hiddenCode: "resource_not_found" })),
    described("Lists the projects of an organization that the caller can enter, with their languages and progress.")
  ),
  HttpApiEndpoint.post("create", "/v2/projects", { payload: CreateProjectBody, success: ProjectModel }).pipe(
    requires(user({ credentials: ["JWT", "PAT"] })),
    described("Creates a project with its languages in an organization.")
  ),
  HttpApiEndpoint.get("get", "/v2/projects/:projectId", {
    params: { projectId },
    success: ProjectModel
  }).pipe(requires(project([])), described("Returns a project with the caller's permissions in it.")),
  HttpApiEndpoint.put("edit", "/v2/projects/:projectId", {
    params: { projectId },
    payload: EditProjectBody,
    success: ProjectModel
  }).pipe(
    requires(project(["project.edit"], superToken)),
    described("Replaces the settings of a project; absent fields take their defaults."),
    takesIfMatch
  ),
  HttpApiEndpoint.delete("delete", "/v2/projects/:projectId", {
    params: { projectId },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["project.edit"], superToken)),
    described("Deletes a project with everything in it."),
    takesIfMatch
  ),
  HttpApiEndpoint.put("leave", "/v2/projects/:projectId/leave", {
    params: { projectId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project([], loggedInLately)), described("Removes the caller from a project.")),
  HttpApiEndpoint.get("listTransferOptions", "/v2/projects/:projectId/transfer-options", {
    params: { projectId },
    query: {
      search: field(Schema.optional(Schema.String), "Only organizations whose name contains this text, in any case.")
    },
    success: listOf("transferOptions", TransferOptionModel)
  }).pipe(
    requires(project(["admin"], { credentials: ["JWT"] })),
    described("Lists the organizations to which the caller can transfer the project.")
  ),
  HttpApiEndpoint.put("transfer", "/v2/projects/:projectId/transfer-to-organization/:organizationId", {
    params: { projectId, organizationId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project(["admin"], loggedInLately)), described("Transfers a project to another organization."))
)
