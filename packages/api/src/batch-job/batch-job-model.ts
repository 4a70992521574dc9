import { batchJobStatuses } from "@dragoman/domain/batch-job"
import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { SimpleUserModel } from "../user/user-model.ts"

/** Times are epoch milliseconds. */
export const BatchJobModel = Schema.Struct({
  id: Schema.Int,
  status: Schema.Literals(batchJobStatuses),
  type: Schema.String,
  /** Number of processed keys. */
  progress: Schema.Int,
  totalItems: Schema.Int,
  /** `username` is empty for callers without `members.view`. */
  author: Schema.NullOr(SimpleUserModel),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  /** null: the job has not ended, or changed nothing. */
  activityRevisionId: Schema.NullOr(Schema.Int),
  /** Error code of a failed job. */
  errorMessage: Schema.NullOr(Schema.String)
})
export type BatchJobModel = typeof BatchJobModel.Type

const Ids = Schema.optional(Schema.NullOr(Schema.Array(Schema.Int)))

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
