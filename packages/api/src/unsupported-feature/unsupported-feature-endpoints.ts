import type { Scope } from "@dragoman/domain/permission"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { ContentDeliveryConfigsModel, PublicProjectsModel } from "./unsupported-feature-model.ts"

const path = "/v2/projects/:projectId"
const params = { projectId }
const entering = (...scopes: ReadonlyArray<Scope>) => requires(project(scopes, { shortPath: true }))

/**
 * Requests of clients for missing features where any error would stop them: the response is an empty list or object.
 * Queries and bodies are ignored. `unsupported-families.ts` rejects all others.
 */
export const UnsupportedFeatureEndpoints = endpointGroup(
  "unsupportedFeature",
  HttpApiEndpoint.get("listContentDeliveryConfigs", `${path}/content-delivery-configs`, {
    params,
    success: ContentDeliveryConfigsModel
  }).pipe(
    entering("content-delivery.publish"),
    described("Lists no configurations: the server has no content delivery yet.")
  ),
  HttpApiEndpoint.get("listPublicProjects", "/v2/public/projects/with-stats", {
    query: {
      filterContributed: field(QueryFlag, "Whether to list only projects that the caller has worked on; absent: false.")
    },
    success: PublicProjectsModel
  }).pipe(requires(nothing), described("Lists no projects: the server has no public projects.")),
  HttpApiEndpoint.post("reportEvent", "/v2/public/business-events/report", {
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(nothing), described("Ignores the event: the server collects no statistics about its users.")),
  HttpApiEndpoint.post("identifyUser", "/v2/public/business-events/identify", {
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(nothing), described("Ignores the event: the server collects no statistics about its users."))
)
