import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { getActivity, listActivities, listModifiedEntities } from "./activity-queries.ts"

export const ActivityHandlers = HttpApiBuilder.group(Api, "activity", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const { revisions, page } = yield* listActivities(yield* accessOf(endpoint), query, {
        ...(query.filterAuthorId && { authorIds: query.filterAuthorId }),
        ...(query.filterType && { types: query.filterType }),
        ...(query.filterLanguage && { languageTags: query.filterLanguage }),
        ...(query.createdAfter !== undefined && { createdAfter: query.createdAfter }),
        ...(query.createdBefore !== undefined && { createdBefore: query.createdBefore })
      })
      return { _embedded: { activities: revisions }, page }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      return yield* getActivity(yield* accessOf(endpoint), params.revisionId)
    }),
    listModifiedEntities: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listModifiedEntities(access, params.revisionId, query, query.filterEntityClass)
      return { _embedded: { modifiedEntities: rows }, page }
    })
  })
)
