import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"

const validate = { params: { slug: Schema.String }, success: Schema.Boolean }

const generate = {
  payload: Schema.Struct({
    name: Schema.optional(Schema.NullOr(Schema.String)),
    /** Counts as free. */
    oldSlug: Schema.optional(Schema.NullOr(Schema.String))
  }),
  success: Schema.String
}

/** Address parts of organizations and projects, two name spaces. Source: reference "auth-and-permissions" 3.7. */
export const SlugEndpoints = endpointGroup(
  "slug",
  HttpApiEndpoint.get("validateOrganization", "/v2/slug/validate-organization/:slug", validate).pipe(requires(user())),
  HttpApiEndpoint.get("validateProject", "/v2/slug/validate-project/:slug", validate).pipe(requires(user())),
  HttpApiEndpoint.post("generateOrganization", "/v2/slug/generate-organization", generate).pipe(requires(user())),
  HttpApiEndpoint.post("generateProject", "/v2/slug/generate-project", generate).pipe(requires(user()))
)
