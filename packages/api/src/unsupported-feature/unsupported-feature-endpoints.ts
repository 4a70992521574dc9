import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { PublicProjectsModel } from "./unsupported-feature-model.ts"

/**
 * Requests of clients for missing features where any error would stop them: the response is an empty list or object.
 * Queries and bodies are ignored. `unsupported-families.ts` rejects all others.
 */
export const UnsupportedFeatureEndpoints = endpointGroup(
  "unsupportedFeature",
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
