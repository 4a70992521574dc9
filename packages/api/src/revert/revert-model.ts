import { revertConflictReasons, revertFields } from "@dragoman/domain/revert"
import { Schema } from "effect"
import { branchOfBody } from "../branch/branch-field.ts"
import { field } from "../field.ts"
import { SimpleUserModel } from "../user/user-model.ts"

const count = (description: string, example: number) => field(Schema.Int, description, example)

const options = {
  dryRun: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "True: returns the preview, and changes nothing. Absent and null: false.",
    true
  ),
  onConflict: field(
    Schema.optional(Schema.NullOr(Schema.Literals(["FAIL", "SKIP"]))),
    "SKIP: values with conflicts stay as they are. FAIL, absent and null: nothing is changed when there is a conflict, and the response is 409 `revert_conflicts`."
  ),
  expectedRevisionId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "`newestRevisionId` of the preview; when the project has changed since, nothing is changed and the response is 409 `revert_outdated`. Absent and null: not checked."
  )
}

/** A request to revert changes. */
export const RevertBody = Schema.Struct(options)
export type RevertBody = typeof RevertBody.Type

/** A request to revert the changes of a user. */
export const RevertActivityBody = Schema.Struct({
  authorId: field(Schema.optional(Schema.NullOr(Schema.Int)), "Id of the author of the changes; required.", 12),
  createdAfter: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Only changes at this time or later, in epoch milliseconds; absent and null: from the first one on.",
    1_767_225_600_000
  ),
  createdBefore: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Only changes before this time, in epoch milliseconds; absent and null: up to the newest one."
  ),
  branch: branchOfBody,
  ...options
})
export type RevertActivityBody = typeof RevertActivityBody.Type

const valueFields = {
  keyId: field(Schema.Int, "Id of the key.", 4021),
  keyName: field(Schema.String, "Name of the key.", "save"),
  namespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default one.", null),
  field: field(
    Schema.Literals(revertFields),
    "The value: `key` is the key itself (true: live, false: in the trash or erased), `labelIds` the labels of a text.",
    "text"
  ),
  languageTag: field(Schema.NullOr(Schema.String), "Language of the text; null: a value of the key.", "de"),
  current: field(
    Schema.NullOr(Schema.Json),
    "The value of now; null: none, or in a language that the caller may not view. Custom values are not shown.",
    "Sichern"
  ),
  reverted: field(Schema.NullOr(Schema.Json), "The value that comes back; null as for `current`.", "Speichern")
}

/** A value that a revert changes. */
const RevertedValueModel = Schema.Struct(valueFields)
export type RevertedValueModel = typeof RevertedValueModel.Type

/** A value that a revert leaves as it is. */
const RevertConflictModel = Schema.Struct({
  ...valueFields,
  reason: field(
    Schema.Literals(revertConflictReasons),
    "CHANGED: it was changed since. KEY_DELETED: the key was deleted since. KEY_ERASED, LANGUAGE_DELETED: it cannot come back. NAME_TAKEN: another key has the name. NOT_PERMITTED: the caller may not write it.",
    "CHANGED"
  ),
  changedBy: field(
    Schema.NullOr(SimpleUserModel),
    "The user who changed it since; null: unknown, or it was not changed."
  ),
  changedAt: field(
    Schema.NullOr(Schema.Int),
    "Time of the change since, in epoch milliseconds; null: none, or unknown.",
    1_767_225_600_000
  ),
  changedIn: field(
    Schema.NullOr(Schema.Int),
    "Id of the revision that changed it since; null: none, or unknown.",
    30_420
  )
})
export type RevertConflictModel = typeof RevertConflictModel.Type

/** A revert, or its preview. */
export const RevertModel = Schema.Struct({
  revisionIds: field(
    Schema.Array(Schema.Int),
    "Ids of the new revisions, one for each branch that changed; empty: a preview, or there was nothing to change.",
    [30_421]
  ),
  newestRevisionId: field(
    Schema.NullOr(Schema.Int),
    "Id of the newest revision of the project that the preview saw, also of a running batch job; null: there is none.",
    30_420
  ),
  revertedRevisions: count("Number of revisions that are reverted.", 1),
  changedKeys: count("Number of keys whose values or texts change.", 3),
  deletedKeys: count("Number of keys that go to the trash.", 1),
  restoredKeys: count("Number of keys that come out of the trash.", 1),
  changedTexts: count("Number of texts that change.", 4),
  conflictCount: count("Number of values that stay as they are.", 1),
  changes: field(Schema.Array(RevertedValueModel), "The first 100 values that change, by key."),
  conflicts: field(Schema.Array(RevertConflictModel), "The first 100 values that stay as they are, by key."),
  notReverted: field(
    Schema.Record(Schema.String, Schema.Int),
    "Number of changed entities that reverts leave alone, by class, such as languages, comments and screenshots.",
    { TranslationComment: 1 }
  )
})
export type RevertModel = typeof RevertModel.Type
