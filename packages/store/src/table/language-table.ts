import { Schema } from "effect"
import { Id, Millis, table } from "../database/table.ts"

export const languageTable = table("language", {
  id: Id,
  projectId: Schema.Number,
  name: Schema.String,
  originalName: Schema.NullOr(Schema.String),
  tag: Schema.String,
  flagEmoji: Schema.NullOr(Schema.String),
  /** When a text of it was last written; null: never. */
  translationsUpdatedAt: Schema.NullOr(Millis),
  createdAt: Millis,
  deletedAt: Schema.NullOr(Millis)
})
