import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
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
    tagKeys: withAccess((access, { payload, query }) => tagKeys(access, payload, query.branch))
  })
)
