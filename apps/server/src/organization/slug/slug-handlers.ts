import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { isSlugFree, proposeSlug } from "./slug-queries.ts"

export const SlugHandlers = HttpApiBuilder.group(Api, "slug", (handlers) =>
  handlers.handleAll({
    validateOrganization: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return yield* isSlugFree(access, "organization", params.slug)
    }),
    validateProject: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return yield* isSlugFree(access, "project", params.slug)
    }),
    generateOrganization: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return yield* proposeSlug(access, "organization", payload)
    }),
    generateProject: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return yield* proposeSlug(access, "project", payload)
    })
  })
)
