import { commentStates } from "@dragoman/domain/comment"
import { Schema } from "effect"
import { Id, Millis, table } from "../database/table.ts"

export const commentTable = table("translation_comment", {
  id: Id,
  translationId: Schema.Number,
  authorId: Schema.Number,
  text: Schema.String,
  state: Schema.Literals(commentStates),
  createdAt: Millis,
  updatedAt: Millis
})
