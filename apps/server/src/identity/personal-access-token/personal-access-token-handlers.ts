import { Api } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { createPersonalAccessToken } from "./create-personal-access-token.ts"
import { deletePersonalAccessToken } from "./delete-personal-access-token.ts"
import { editPersonalAccessToken } from "./edit-personal-access-token.ts"
import { getCurrentPersonalAccessToken } from "./get-current-personal-access-token.ts"
import { getPersonalAccessToken } from "./get-personal-access-token.ts"
import { listPersonalAccessTokens } from "./list-personal-access-tokens.ts"
import { personalAccessTokenToModel } from "./personal-access-token-to-model.ts"
import { regeneratePersonalAccessToken } from "./regenerate-personal-access-token.ts"

export const PersonalAccessTokenHandlers = HttpApiBuilder.group(Api, "personalAccessToken", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      const { rows, page } = yield* listPersonalAccessTokens(access, query)
      return { _embedded: { pats: rows.map(personalAccessTokenToModel) }, page }
    }),
    create: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      const { row, token } = yield* createPersonalAccessToken(access, payload)
      return { ...personalAccessTokenToModel(row), token }
    }),
    getCurrent: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      const { userId: id, username, name, avatarHash } = access.caller
      const user = { id, username, name, avatar: avatarLinks(avatarHash), deleted: false }
      return { ...personalAccessTokenToModel(yield* getCurrentPersonalAccessToken(access)), user }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      return personalAccessTokenToModel(yield* getPersonalAccessToken(access, params.tokenId))
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* granted(endpoint)
      return personalAccessTokenToModel(yield* editPersonalAccessToken(access, params.tokenId, payload))
    }),
    regenerate: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* granted(endpoint)
      const { row, token } = yield* regeneratePersonalAccessToken(access, params.tokenId, payload)
      return { ...personalAccessTokenToModel(row), token }
    }),
    delete: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* deletePersonalAccessToken(access, params.tokenId)
    })
  })
)
