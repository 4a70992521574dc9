import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, publicProject, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { pageQuery } from "../page/page-query.ts"
import { keyFilters } from "../translation-list/translation-list-endpoints.ts"
import {
  PublicationBody,
  PublicationModel,
  PublicProjectModel,
  PublicTranslationsModel
} from "./public-project-model.ts"

const publicationPath = "/v2/projects/:projectId/publication"
const path = "/v2/public-projects/:projectId"
const params = { projectId }
const { page, size } = pageQuery()

/** Public projects, and how a project becomes one. None of it is part of Tolgee's API. */
export const PublicProjectEndpoints = endpointGroup(
  "publicProject",
  HttpApiEndpoint.get("getPublication", publicationPath, { params, success: PublicationModel }).pipe(
    requires(project([])),
    described("Returns whether the project is public.")
  ),
  HttpApiEndpoint.put("setPublication", publicationPath, {
    params,
    payload: PublicationBody,
    success: PublicationModel
  }).pipe(
    requires(project(["admin"], { credentials: ["JWT"], superToken: true })),
    described(
      "Makes a project public or private. Requires the role OWNER in its organization, too; server administrators may do it in any."
    )
  ),
  HttpApiEndpoint.get("get", path, { params, success: PublicProjectModel }).pipe(
    requires(publicProject(["translations.view"])),
    described("Returns a public project with its languages and statistics.")
  ),
  HttpApiEndpoint.get("listTranslations", `${path}/translations`, {
    params,
    query: {
      page,
      size: field(size, "Entries of a page, 1 to 100; absent: 20. Larger sizes are cut."),
      cursor: field(
        Schema.optional(Schema.String),
        "`nextCursor` of the previous page, with the same parameters; then `page` has no effect."
      ),
      languages: keyFilters.languages,
      search: keyFilters.search
    },
    success: PublicTranslationsModel
  }).pipe(
    requires(publicProject(["translations.view"])),
    described("Lists the keys of a public project with their texts in the selected languages.")
  )
)
