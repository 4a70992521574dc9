import type { PersonalAccessTokenModel } from "@dragoman/api"
import type { PersonalAccessTokenRow } from "@dragoman/store"

/** Source: reference "auth-and-permissions" 4.6. */
export const personalAccessTokenToModel = (row: PersonalAccessTokenRow): PersonalAccessTokenModel => ({
  id: row.tokenId,
  description: row.description,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  lastUsedAt: row.lastUsedAt
})
