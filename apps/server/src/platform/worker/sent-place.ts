import { Schema } from "effect"

/** The place of content in a message between threads. */
export const SentPlace = Schema.Struct({
  projectId: Schema.Finite,
  /** null: the default branch. */
  branchId: Schema.NullOr(Schema.Finite)
})
