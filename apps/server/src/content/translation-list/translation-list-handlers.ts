import { Api } from "@dragoman/api"
import { narrowLanguages } from "@dragoman/domain/permission"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { readPlace } from "../../change/branch-place.ts"
import { respondWithETag } from "../../project/project/project-etag.ts"
import { withAccess } from "../../service/access/access.ts"
import { imageLinks } from "../image/image-links.ts"
import { listTranslations, selectAllKeys } from "./translation-list-queries.ts"
import { readTranslationMap } from "./translation-map.ts"

export const TranslationListHandlers = HttpApiBuilder.group(Api, "translationList", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const body = yield* listTranslations(access, query, yield* imageLinks)
      return HttpServerResponse.uint8Array(body, { contentType: "application/json" })
    }),
    selectKeys: withAccess((access, { query }) => Effect.map(selectAllKeys(access, query), toSelectedKeys)),
    selectAll: withAccess((access, { query }) => Effect.map(selectAllKeys(access, query), toSelectedKeys)),
    getMap: withAccess(function* (access, { params, query }) {
      const place = yield* readPlace(access, query.branch)
      const viewable = narrowLanguages(access.computedPermission, "view", null)
      return yield* respondWithETag(access.projectId, viewable, (revisionId) =>
        Effect.map(readTranslationMap(access, place, params.languages.split(","), query, revisionId), (body) =>
          HttpServerResponse.uint8Array(body, { contentType: "application/json" })
        )
      )
    })
  })
)

// It is printed without the schema: there may be a hundred thousand ids.
const toSelectedKeys = (ids: Float64Array) =>
  HttpServerResponse.text(`{"ids":[${ids.join(",")}]}`, { contentType: "application/json" })
