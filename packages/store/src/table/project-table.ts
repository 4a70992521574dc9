import { translationProtections } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Millis, table } from "../database/table.ts"

export const projectTable = table("project", {
  id: Id,
  organizationId: Schema.Number,
  name: Schema.String,
  slug: Schema.String,
  description: Schema.NullOr(Schema.String),
  baseLanguageId: Schema.NullOr(Schema.Number),
  defaultNamespaceId: Schema.NullOr(Schema.Number),
  useNamespaces: hasDefault(Flag),
  icuPlaceholders: hasDefault(Flag),
  translationProtection: hasDefault(Schema.Literals(translationProtections)),
  /** null: no picture. */
  avatarHash: Schema.NullOr(Schema.String),
  createdAt: Millis,
  deletedAt: Schema.NullOr(Millis)
})
