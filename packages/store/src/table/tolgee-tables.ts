import type { MoveOutcome } from "@dragoman/domain/tolgee"
import { Schema } from "effect"
import { Id, Json, Millis, table } from "../database/table.ts"

/** A server of Tolgee from which something was moved. */
export const tolgeeSourceTable = table("tolgee_source", {
  id: Id,
  /** Without a slash at its end. */
  url: Schema.String,
  /** Start of the last move. */
  startedAt: Millis,
  /** null: the last move has not ended. */
  finishedAt: Schema.NullOr(Millis)
})

/** A part of the last move. */
export const tolgeeStepTable = table("tolgee_step", {
  sourceId: Schema.Number,
  name: Schema.String,
  /** The cursor where the step continues; null: at its beginning. */
  cursor: Schema.NullOr(Schema.String),
  /** null: it has not ended. */
  finishedAt: Schema.NullOr(Millis),
  outcome: Json<MoveOutcome>()
})

/** Moved rows and the ids that they have here. */
export const tolgeeTakenTable = table("tolgee_taken", {
  sourceId: Schema.Number,
  kind: Schema.String,
  /** Its id on the server of Tolgee. */
  takenId: Schema.Number,
  ourId: Schema.Number,
  /** Digest of the facts that were read; null: they never change, or are compared in another way. */
  digest: Schema.NullOr(Schema.String)
})
