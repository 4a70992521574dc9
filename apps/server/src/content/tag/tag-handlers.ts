import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { requireNoBranch } from "../../platform/fail.ts"
import { listTags, tagKey, tagKeys, untagKey } from "./tags.ts"

export const TagHandlers = HttpApiBuilder.group(Api, "tag", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const { rows, page } = yield* listTags(yield* accessOf(endpoint), query)
      return { _embedded: { tags: rows }, page }
    }),
    tagKey: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      return yield* tagKey(yield* accessOf(endpoint), params.keyId, payload)
    }),
    untagKey: Effect.fnUntraced(function* ({ endpoint, params }) {
      yield* untagKey(yield* accessOf(endpoint), params.keyId, params.tagId)
    }),
    tagKeys: Effect.fnUntraced(function* ({ endpoint, payload, query }) {
      const access = yield* accessOf(endpoint)
      yield* requireNoBranch(query.branch)
      yield* tagKeys(access, payload)
    })
  })
)
