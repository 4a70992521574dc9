import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"

const validate = {
  params: { slug: field(Schema.String, "The slug to check.", "harbour-booking") },
  success: Schema.Boolean
}

const generate = {
  payload: Schema.Struct({
    name: field(Schema.optional(Schema.NullOr(Schema.String)), "Name from which the slug is made.", "Harbour booking"),
    oldSlug: field(Schema.optional(Schema.NullOr(Schema.String)), "The present slug, which is reported as free.")
  }),
  success: Schema.String.annotate({ examples: ["harbour-booking"] })
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
