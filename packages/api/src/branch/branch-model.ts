import { branchStates } from "@dragoman/domain/branch"
import { Schema } from "effect"
import { field } from "../field.ts"
import { SimpleUserModel } from "../user/user-model.ts"

export const BranchMergeSummaryModel = Schema.Struct({
  id: field(Schema.Int, "Id of the merge.", 6),
  targetBranchName: field(Schema.String, "Name of the branch that gets the changes.", "main"),
  mergedAt: field(
    Schema.NullOr(Schema.Int),
    "Time of the merge in epoch milliseconds; null: compared only.",
    1_767_225_600_000
  )
})

/** A branch of a project. */
export const BranchModel = Schema.Struct({
  id: field(Schema.Int, "Id of the branch.", 21),
  name: field(Schema.String, "Name of the branch, unique in the project.", "release/2.4"),
  author: field(
    Schema.NullOr(SimpleUserModel),
    "The user who created it; null: the server, which makes the default branch."
  ),
  active: field(Schema.Literal(true), "Always true: deleted branches are not shown."),
  isDefault: field(Schema.Boolean, "Whether requests without a branch mean this one.", false),
  isProtected: field(Schema.Boolean, "Whether only callers with `project.edit` may change its content.", false),
  createdAt: field(Schema.Int, "Time of its creation in epoch milliseconds.", 1_767_225_600_000),
  originBranchName: field(
    Schema.NullOr(Schema.String),
    "Name of the branch that it was made from; null: none, for the default branch.",
    "main"
  ),
  merge: field(
    Schema.NullOr(BranchMergeSummaryModel),
    "The newest comparison or merge of this branch into another one; null: none."
  ),
  state: field(
    Schema.Literals(branchStates),
    "CREATING: its keys are being copied, and requests cannot use it yet. READY: it can be used. Not part of Tolgee's API.",
    "READY"
  ),
  progress: field(
    Schema.Int,
    "Share of the keys that are copied, in percent; 100 for a branch that is READY. Not part of Tolgee's API.",
    100
  )
})
export type BranchModel = typeof BranchModel.Type

const name = field(
  Schema.optional(Schema.NullOr(Schema.String)),
  "Name; 2 to 100 of the characters `a-z 0-9 . - _ /`, required. Unique in the project.",
  "release/2.4"
)

export const CreateBranchBody = Schema.Struct({
  name,
  originBranchId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the branch whose keys are copied; required.",
    20
  )
})
export type CreateBranchBody = typeof CreateBranchBody.Type

export const RenameBranchBody = Schema.Struct({ name })
export type RenameBranchBody = typeof RenameBranchBody.Type

export const BranchProtectionBody = Schema.Struct({
  isProtected: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether only callers with `project.edit` may change the content of the branch; absent: false.",
    true
  )
})
export type BranchProtectionBody = typeof BranchProtectionBody.Type
