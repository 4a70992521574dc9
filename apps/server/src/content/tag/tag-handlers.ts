import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { requireNoBranch } from "../../platform/fail.ts"
import { withAccess } from "../../service/access/access.ts"
import { listTags, tagKey, tagKeys, untagKey } from "./tags.ts"

export const TagHandlers = HttpApiBuilder.group(Api, "tag", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listTags(access, query)
      return { _embedded: { tags: rows }, page }
    }),
    tagKey: withAccess((access, { params, payload }) => tagKey(access, params.keyId, payload)),
    untagKey: withAccess((access, { params }) => untagKey(access, params.keyId, params.tagId)),
    tagKeys: withAccess(function* (access, { payload, query }) {
      yield* requireNoBranch(query.branch)
      yield* tagKeys(access, payload)
    })
  })
)
