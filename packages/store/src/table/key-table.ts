import type { JsonObject } from "@dragoman/domain/activity"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Json, Millis, table } from "../database/table.ts"

/** A place in the code that uses a key. */
export interface CodeReference {
  readonly path: string
  readonly line: number | null
}

/** Keys in the trash have `deletedAt`. */
export const keyTable = table("translation_key", {
  id: Id,
  projectId: Schema.Number,
  /** null: the default namespace. */
  namespaceId: Schema.NullOr(Schema.Number),
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  customValues: Schema.NullOr(Json<JsonObject>()),
  codeReferences: Schema.NullOr(Json<ReadonlyArray<CodeReference>>()),
  isPlural: hasDefault(Flag),
  pluralArgumentName: Schema.NullOr(Schema.String),
  maxCharLimit: Schema.NullOr(Schema.Number),
  createdAt: Millis,
  deletedAt: Schema.NullOr(Millis),
  /** Who put the key into the trash; null: the server itself. */
  deletedBy: Schema.NullOr(Schema.Number)
})

/** Which keys are shown near which. */
export const keyNeighbourTable = table("key_neighbour", {
  keyId: Schema.Number,
  neighbourId: Schema.Number,
  distance: Schema.Number
})
