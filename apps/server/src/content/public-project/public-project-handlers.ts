import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { getPublication, setPublication } from "./change-publication.ts"
import { getPublicProject, listPublicTranslations } from "./public-project-queries.ts"

export const PublicProjectHandlers = HttpApiBuilder.group(Api, "publicProject", (handlers) =>
  handlers.handleAll({
    getPublication: withAccess((access) => getPublication(access)),
    setPublication: withAccess((access, { payload }) => setPublication(access, payload)),
    get: withAccess((access) => getPublicProject(access)),
    listTranslations: withAccess((access, { query }) => listPublicTranslations(access, query))
  })
)
