import { batchJobStatuses } from "@dragoman/domain/batch-job"
import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { SimpleUserModel } from "../user/user-model.ts"

/** Source: reference "content-api" 4.6. Times are epoch milliseconds. */
export const BatchJobModel = Schema.Struct({
  id: Schema.Int,
  status: Schema.Literals(batchJobStatuses),
  type: Schema.String,
  /** Keys that are done. */
  progress: Schema.Int,
  totalItems: Schema.Int,
  /** `username` is empty for callers without `members.view`. */
  author: Schema.NullOr(SimpleUserModel),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  /** null: the job is not over, or has changed nothing. */
  activityRevisionId: Schema.NullOr(Schema.Int),
  /** Code of an error, for jobs that failed. */
  errorMessage: Schema.NullOr(Schema.String)
})
export type BatchJobModel = typeof BatchJobModel.Type

const Ids = Schema.optional(Schema.NullOr(Schema.Array(Schema.Int)))

// What is wanted of each operation. Source: reference "content-api" 4.5.

const keys = { keyIds: Ids }

export const KeysStartBody = Schema.Struct(keys)

export const StateStartBody = Schema.Struct({
  ...keys,
  languageIds: Ids,
  state: Schema.optional(Schema.NullOr(Schema.Literals(translationStates)))
})

export const ClearStartBody = Schema.Struct({ ...keys, languageIds: Ids })

export const CopyStartBody = Schema.Struct({
  ...keys,
  sourceLanguageId: Schema.optional(Schema.NullOr(Schema.Int)),
  targetLanguageIds: Ids
})

export const NamespaceStartBody = Schema.Struct({
  ...keys,
  namespace: Schema.optional(Schema.NullOr(Schema.String))
})

export const TagsStartBody = Schema.Struct({
  ...keys,
  tags: Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))
})
