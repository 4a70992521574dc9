import { mergeChangeTypes, mergeSides } from "@dragoman/domain/branch"
import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { field } from "../field.ts"

const count = (description: string, example: number) => field(Schema.Int, description, example)

/** A comparison of a branch with its origin, or a merge. */
export const BranchMergeModel = Schema.Struct({
  id: field(Schema.Int, "Id of the merge.", 6),
  sourceBranchId: field(Schema.Int, "Id of the branch that is merged.", 21),
  sourceBranchName: field(
    Schema.String,
    "Name of the branch that is merged, also if it was deleted since.",
    "release/2.4"
  ),
  targetBranchId: field(Schema.Int, "Id of the branch that gets the changes.", 20),
  targetBranchName: field(Schema.String, "Name of the branch that gets the changes.", "main"),
  outdated: field(
    Schema.Boolean,
    "Whether one of the branches has changed since the comparison, so that it must be refreshed before it is applied.",
    false
  ),
  keyAdditionsCount: count("Number of keys that are added.", 12),
  keyDeletionsCount: count("Number of keys that are moved to the trash.", 1),
  keyModificationsCount: count("Number of keys that are changed without a conflict.", 40),
  keyUnresolvedConflictsCount: count("Number of conflicts without a chosen side.", 2),
  keyResolvedConflictsCount: count("Number of conflicts with a chosen side.", 3),
  uncompletedTasksCount: count("Number of open tasks of the branch that is merged.", 2),
  mergedAt: field(
    Schema.NullOr(Schema.Int),
    "Time of the merge in epoch milliseconds; null: compared only.",
    1_767_225_600_000
  )
})
export type BranchMergeModel = typeof BranchMergeModel.Type

const MergeTranslationModel = Schema.Struct({
  id: field(Schema.NullOr(Schema.Int), "Id of the translation; null: it does not exist yet, or not any more.", 90_211),
  language: field(Schema.String, "Tag of the language.", "de"),
  text: field(Schema.NullOr(Schema.String), "The text; null: none.", "Speichern"),
  state: field(Schema.Literals(translationStates), "State of the text.", "TRANSLATED"),
  outdated: field(Schema.Boolean, "Whether the base text has changed since.", false)
})

/** A key on a branch, or after the merge. */
export const BranchMergeKeyModel = Schema.Struct({
  keyId: field(Schema.Int, "Id of the key on its branch.", 4021),
  keyName: field(Schema.String, "Name of the key.", "save"),
  keyIsPlural: field(Schema.Boolean, "Whether its texts have plural forms.", false),
  keyDescription: field(Schema.NullOr(Schema.String), "Description of the key; null: none.", "Button of a dialog"),
  namespace: field(Schema.NullOr(Schema.String), "Namespace; null: the default one.", "web"),
  translations: field(
    Schema.Record(Schema.String, MergeTranslationModel),
    "Its texts by language tag, in languages that the caller may view."
  )
})
export type BranchMergeKeyModel = typeof BranchMergeKeyModel.Type

const side = Schema.Literals(mergeSides)

const changeFields = {
  id: field(Schema.Int, "Id of the change.", 77),
  sourceKey: field(Schema.NullOr(BranchMergeKeyModel), "The key on the branch that is merged; null: deleted there."),
  targetKey: field(
    Schema.NullOr(BranchMergeKeyModel),
    "The key on the branch that gets the changes; null: that branch does not have it."
  ),
  mergedKey: field(
    Schema.NullOr(BranchMergeKeyModel),
    "The key after the merge; null for additions, deletions and conflicts that are not resolved."
  ),
  changedTranslations: field(
    Schema.NullOr(Schema.Array(Schema.String)),
    "Tags of the languages whose texts differ, sorted; null: one of the branches does not have the key.",
    ["de"]
  ),
  resolution: field(Schema.NullOr(side), "The side that was chosen; null: none.", "SOURCE"),
  effectiveResolution: field(
    Schema.NullOr(side),
    "The side that the merge takes: the chosen one, else SOURCE; null: a conflict that is not resolved.",
    "SOURCE"
  )
}

/** A difference of a key in a comparison. */
export const BranchMergeChangeModel = Schema.Struct({
  ...changeFields,
  type: field(Schema.Literals(mergeChangeTypes), "Kind of the change.", "UPDATE")
})
export type BranchMergeChangeModel = typeof BranchMergeChangeModel.Type

/** A change of the type CONFLICT. */
export const BranchMergeConflictModel = Schema.Struct(changeFields)

export const BranchMergePreviewBody = Schema.Struct({
  sourceBranchId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the branch to compare with its origin; required.",
    21
  )
})
export type BranchMergePreviewBody = typeof BranchMergePreviewBody.Type

const resolve = field(Schema.optional(Schema.NullOr(side)), "The side that the merge takes; required.", "SOURCE")

export const ResolveChangeBody = Schema.Struct({
  changeId: field(Schema.optional(Schema.NullOr(Schema.Int)), "Id of the change; required.", 77),
  resolve
})
export type ResolveChangeBody = typeof ResolveChangeBody.Type

export const ResolveAllConflictsBody = Schema.Struct({ resolve })
export type ResolveAllConflictsBody = typeof ResolveAllConflictsBody.Type

export const ApplyBranchMergeBody = Schema.Struct({
  deleteBranch: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether to delete the branch once it is merged; absent: true.",
    true
  )
})
export type ApplyBranchMergeBody = typeof ApplyBranchMergeBody.Type
