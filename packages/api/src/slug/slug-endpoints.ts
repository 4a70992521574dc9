import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"

const validate = { params: { slug: Schema.String }, success: Schema.Boolean }

const generate = {
  payload: Schema.Struct({
    name: Schema.optional(Schema.NullOr(Schema.String)),
    /** The present slug of the entity, which counts as free. */
    oldSlug: Schema.optional(Schema.NullOr(Schema.String))
  }),
  success: Schema.String
}

/** Slugs: the parts of addresses that name organizations and projects; each kind has its own name space. */
export const SlugEndpoints = endpointGroup(
  "slug",
  HttpApiEndpoint.get("validateOrganization", "/v2/slug/validate-organization/:slug", validate).pipe(
    requires(user()),
    described("Checks whether a slug is free for an organization.")
  ),
  HttpApiEndpoint.get("validateProject", "/v2/slug/validate-project/:slug", validate).pipe(
    requires(user()),
    described("Checks whether a slug is free for a project.")
  ),
  HttpApiEndpoint.post("generateOrganization", "/v2/slug/generate-organization", generate).pipe(
    requires(user()),
    described("Suggests a free slug for the name of an organization.")
  ),
  HttpApiEndpoint.post("generateProject", "/v2/slug/generate-project", generate).pipe(
    requires(user()),
    described("Suggests a free slug for the name of a project.")
  )
)
