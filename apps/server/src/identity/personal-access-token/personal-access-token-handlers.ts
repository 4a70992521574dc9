import { Api, type PersonalAccessTokenModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { PersonalAccessTokenRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import {
  createPersonalAccessToken,
  deletePersonalAccessToken,
  editPersonalAccessToken,
  regeneratePersonalAccessToken
} from "./change-personal-access-tokens.ts"
import {
  getCurrentPersonalAccessToken,
  getPersonalAccessToken,
  listPersonalAccessTokens
} from "./personal-access-token-queries.ts"

export const PersonalAccessTokenHandlers = HttpApiBuilder.group(Api, "personalAccessToken", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listPersonalAccessTokens(access, query)
      return { _embedded: { pats: rows.map(personalAccessTokenToModel) }, page }
    }),
    create: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      const { row, token } = yield* createPersonalAccessToken(access, payload)
      return { ...personalAccessTokenToModel(row), token }
    }),
    getCurrent: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      const { userId: id, username, name, avatarHash } = access.caller
      const user = { id, username, name, avatar: avatarLinks(avatarHash), deleted: false }
      return { ...personalAccessTokenToModel(yield* getCurrentPersonalAccessToken(access)), user }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return personalAccessTokenToModel(yield* getPersonalAccessToken(access, params.tokenId))
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return personalAccessTokenToModel(yield* editPersonalAccessToken(access, params.tokenId, payload))
    }),
    regenerate: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      const { row, token } = yield* regeneratePersonalAccessToken(access, params.tokenId, payload)
      return { ...personalAccessTokenToModel(row), token }
    }),
    delete: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* deletePersonalAccessToken(access, params.tokenId)
    })
  })
)

export const personalAccessTokenToModel = (row: PersonalAccessTokenRow): PersonalAccessTokenModel => ({
  id: row.tokenId,
  description: row.description,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  lastUsedAt: row.lastUsedAt
})
