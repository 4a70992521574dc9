import { Schema } from "effect"
import { Id, Millis, table } from "../database/table.ts"

/** Of the token itself only a digest is kept. */
export const personalAccessTokenTable = table("personal_access_token", {
  id: Id,
  userId: Schema.Number,
  description: Schema.String,
  tokenHash: Schema.String,
  /** null: never. */
  expiresAt: Schema.NullOr(Millis),
  lastUsedAt: Schema.NullOr(Millis),
  createdAt: Millis,
  updatedAt: Millis
})
