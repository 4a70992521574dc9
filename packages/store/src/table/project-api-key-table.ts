import type { Scope } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { Id, Json, Millis, table } from "../database/table.ts"

/** Of the key itself only a digest is kept. */
export const projectApiKeyTable = table("project_api_key", {
  id: Id,
  projectId: Schema.Number,
  userId: Schema.Number,
  description: Schema.String,
  /** Not expanded. */
  scopes: Json<ReadonlyArray<Scope>>(),
  keyHash: Schema.String,
  /** null: never. */
  expiresAt: Schema.NullOr(Millis),
  lastUsedAt: Schema.NullOr(Millis),
  createdAt: Millis
})
