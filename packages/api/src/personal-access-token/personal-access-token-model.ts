import { Schema } from "effect"
import { SimpleUserModel } from "../user/user-model.ts"

const fields = {
  id: Schema.Int,
  description: Schema.String,
  /** Epoch milliseconds, here and below; null: never. */
  expiresAt: Schema.NullOr(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  lastUsedAt: Schema.NullOr(Schema.Int)
}

export const PersonalAccessTokenModel = Schema.Struct(fields)
export type PersonalAccessTokenModel = typeof PersonalAccessTokenModel.Type

/** Shown once: only the digest of the token is stored. */
export const RevealedPersonalAccessTokenModel = Schema.Struct({ ...fields, token: Schema.String })
export type RevealedPersonalAccessTokenModel = typeof RevealedPersonalAccessTokenModel.Type

export const CurrentPersonalAccessTokenModel = Schema.Struct({ ...fields, user: SimpleUserModel })
export type CurrentPersonalAccessTokenModel = typeof CurrentPersonalAccessTokenModel.Type

const expiresAt = Schema.optional(Schema.NullOr(Schema.Int))

export const PersonalAccessTokenBody = Schema.Struct({
  description: Schema.optional(Schema.NullOr(Schema.String)),
  /** Used only on creation. */
  expiresAt
})
export type PersonalAccessTokenBody = typeof PersonalAccessTokenBody.Type

/** For tokens and keys. Absent: they never expire. */
export const RegenerateBody = Schema.Struct({ expiresAt })
export type RegenerateBody = typeof RegenerateBody.Type
