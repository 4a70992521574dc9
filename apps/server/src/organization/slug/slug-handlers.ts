import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { isSlugFree, proposeSlug } from "./slug-queries.ts"

export const SlugHandlers = HttpApiBuilder.group(Api, "slug", (handlers) =>
  handlers.handleAll({
    validateOrganization: withAccess((access, { params }) => isSlugFree(access, "organization", params.slug)),
    validateProject: withAccess((access, { params }) => isSlugFree(access, "project", params.slug)),
    generateOrganization: withAccess((access, { payload }) => proposeSlug(access, "organization", payload)),
    generateProject: withAccess((access, { payload }) => proposeSlug(access, "project", payload))
  })
)
