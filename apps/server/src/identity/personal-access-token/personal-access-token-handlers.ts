import { Api, type PersonalAccessTokenModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { PersonalAccessTokenRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
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
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listPersonalAccessTokens(access, query)
      return { _embedded: { pats: rows.map(personalAccessTokenToModel) }, page }
    }),
    create: withAccess(function* (access, { payload }) {
      const { row, token } = yield* createPersonalAccessToken(access, payload)
      return { ...personalAccessTokenToModel(row), token }
    }),
    getCurrent: withAccess(function* (access) {
      const { userId: id, username, name, avatarHash } = access.caller
      const user = { id, username, name, avatar: avatarLinks(avatarHash), deleted: false }
      return { ...personalAccessTokenToModel(yield* getCurrentPersonalAccessToken(access)), user }
    }),
    get: withAccess((access, { params }) =>
      Effect.map(getPersonalAccessToken(access, params.tokenId), personalAccessTokenToModel)
    ),
    edit: withAccess((access, { params, payload }) =>
      Effect.map(editPersonalAccessToken(access, params.tokenId, payload), personalAccessTokenToModel)
    ),
    regenerate: withAccess(function* (access, { params, payload }) {
      const { row, token } = yield* regeneratePersonalAccessToken(access, params.tokenId, payload)
      return { ...personalAccessTokenToModel(row), token }
    }),
    delete: withAccess((access, { params }) => deletePersonalAccessToken(access, params.tokenId))
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
