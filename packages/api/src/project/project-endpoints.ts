import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { organization, project, requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
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
  /** Case-insensitive substring of the name of the project or its organization. */
  search: Schema.optional(Schema.String),
  filterId: Schema.optional(IdList),
  filterNotId: Schema.optional(IdList),
  /** Exact tag of the base language. */
  filterBaseLanguageTag: Schema.optional(Schema.String)
}

const superToken = { superToken: true } as const
const loggedInLately = { credentials: ["JWT"], superToken: true } as const

export const ProjectEndpoints = endpointGroup(
  "project",
  HttpApiEndpoint.get("listOfOrganization", "/v2/organizations/:organization/projects", {
    params: { organization: Schema.String },
    query: { ...listQuery("projectsOfOrganization"), ...filters },
    success: pageOf("projects", ProjectModel)
  }).pipe(
    requires(organization("VIEWER", { hiddenCode: "resource_not_found" })),
    described("Lists the projects of an organization that the caller can enter.")
  ),
  HttpApiEndpoint.get("list", "/v2/projects", {
    query: { ...listQuery("projects"), ...filters },
    success: pageOf("projects", ProjectModel)
  }).pipe(requires(user({ credentials: ["JWT", "PAT"] })), described("Lists the projects that the caller can enter.")),
  HttpApiEndpoint.get("listWithStats", "/v2/projects/with-stats", {
    query: { ...listQuery("projects"), search: filters.search },
    success: pageOf("projects", ProjectWithStatsModel)
  }).pipe(
    requires(user()),
    described("Lists the projects that the caller can enter, with their languages and how far they are translated.")
  ),
  HttpApiEndpoint.get("listOfOrganizationWithStats", "/v2/organizations/:organization/projects-with-stats", {
    params: { organization: Schema.String },
    query: { ...listQuery("projectsOfOrganization"), search: filters.search },
    success: pageOf("projects", ProjectWithStatsModel)
  }).pipe(
    requires(organization("VIEWER", { hiddenCode: "resource_not_found" })),
    described(
      "Lists the projects of an organization that the caller can enter, with their languages and how far they are translated."
    )
  ),
  HttpApiEndpoint.post("create", "/v2/projects", { payload: CreateProjectBody, success: ProjectModel }).pipe(
    requires(user({ credentials: ["JWT", "PAT"] })),
    described("Creates a project with its languages in an organization.")
  ),
  HttpApiEndpoint.get("get", "/v2/projects/:projectId", {
    params: { projectId: PathId },
    success: ProjectModel
  }).pipe(requires(project([])), described("Returns a project with the caller's permissions in it.")),
  HttpApiEndpoint.put("edit", "/v2/projects/:projectId", {
    params: { projectId: PathId },
    payload: EditProjectBody,
    success: ProjectModel
  }).pipe(
    requires(project(["project.edit"], superToken)),
    described("Replaces the settings of a project; absent fields take their defaults.")
  ),
  HttpApiEndpoint.delete("delete", "/v2/projects/:projectId", {
    params: { projectId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project(["project.edit"], superToken)), described("Deletes a project with everything in it.")),
  HttpApiEndpoint.put("leave", "/v2/projects/:projectId/leave", {
    params: { projectId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project([], loggedInLately)), described("Removes the caller from a project.")),
  HttpApiEndpoint.get("listTransferOptions", "/v2/projects/:projectId/transfer-options", {
    params: { projectId: PathId },
    query: { search: Schema.optional(Schema.String) },
    success: listOf("transferOptions", TransferOptionModel)
  }).pipe(
    requires(project(["admin"], { credentials: ["JWT"] })),
    described("Lists the organizations to which the caller can transfer the project.")
  ),
  HttpApiEndpoint.put("transfer", "/v2/projects/:projectId/transfer-to-organization/:organizationId", {
    params: { projectId: PathId, organizationId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project(["admin"], loggedInLately)), described("Transfers a project to another organization."))
)
