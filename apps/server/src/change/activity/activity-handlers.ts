import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { readPlace } from "../branch-place.ts"
import { getActivity, listActivities, listModifiedEntities } from "./activity-queries.ts"

export const ActivityHandlers = HttpApiBuilder.group(Api, "activity", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { branchId } = yield* readPlace(access, query.branch)
      const { revisions, page } = yield* listActivities(access, query, {
        branchId,
        ...(query.filterAuthorId && { authorIds: query.filterAuthorId }),
        ...(query.filterType && { types: query.filterType }),
        ...(query.filterLanguage && { languageTags: query.filterLanguage }),
        ...(query.createdAfter !== undefined && { createdAfter: query.createdAfter }),
        ...(query.createdBefore !== undefined && { createdBefore: query.createdBefore })
      })
      return { _embedded: { activities: revisions }, page }
    }),
    get: withAccess(function* (access, { params, query }) {
      yield* readPlace(access, query.branch)
      return yield* getActivity(access, params.revisionId)
    }),
    listModifiedEntities: withAccess(function* (access, { params, query }) {
      yield* readPlace(access, query.branch)
      const { rows, page } = yield* listModifiedEntities(access, params.revisionId, query, query.filterEntityClass)
      return { _embedded: { modifiedEntities: rows }, page }
    })
  })
)
