import { Schema } from "effect"
import { field } from "../field.ts"
import { SimpleUserModel } from "../user/user-model.ts"

const fields = {
  id: field(Schema.Int, "Id of the token, which is not its secret.", 6),
  description: field(Schema.String, "Description of the token.", "Continuous integration"),
  expiresAt: field(Schema.NullOr(Schema.Int), "Expiry in epoch milliseconds; null: never.", 1_798_761_600_000),
  createdAt: field(Schema.Int, "Time of the creation in epoch milliseconds.", 1_767_225_600_000),
  updatedAt: field(Schema.Int, "Last change in epoch milliseconds.", 1_767_225_600_000),
  lastUsedAt: field(Schema.NullOr(Schema.Int), "Last use in epoch milliseconds; null: never used.", 1_767_229_200_000)
}

export const PersonalAccessTokenModel = Schema.Struct(fields)
export type PersonalAccessTokenModel = typeof PersonalAccessTokenModel.Type

/** Shown once: only the digest of the token is stored. */
export const RevealedPersonalAccessTokenModel = Schema.Struct({
  ...fields,
  token: field(
    Schema.String,
    "The secret, for the header `X-API-Key`. Shown once: the server stores only a digest.",
    "tgpat_gm2dkmbrga3tombtgi3tomrr"
  )
})
export type RevealedPersonalAccessTokenModel = typeof RevealedPersonalAccessTokenModel.Type

export const CurrentPersonalAccessTokenModel = Schema.Struct({
  ...fields,
  user: field(SimpleUserModel, "The user of the token.")
})
export type CurrentPersonalAccessTokenModel = typeof CurrentPersonalAccessTokenModel.Type

const expiresAt = Schema.optional(Schema.NullOr(Schema.Int))

export const PersonalAccessTokenBody = Schema.Struct({
  description: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Description of the token; 1 to 250 characters, required.",
    "Continuous integration"
  ),
  expiresAt: field(
    expiresAt,
    "Expiry in epoch milliseconds; absent: never. An edit leaves it unchanged.",
    1_798_761_600_000
  )
})
export type PersonalAccessTokenBody = typeof PersonalAccessTokenBody.Type

/** Regenerates a token or a key. Absent: the new secret never expires. */
export const RegenerateBody = Schema.Struct({
  expiresAt: field(expiresAt, "Expiry of the new secret in epoch milliseconds; absent: never.", 1_798_761_600_000)
})
export type RegenerateBody = typeof RegenerateBody.Type
