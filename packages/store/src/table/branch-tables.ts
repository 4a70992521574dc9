import { branchStates, type KeyVersions, type MergeSide, mergeChangeTypes } from "@dragoman/domain/branch"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Json, Millis, table, textOf } from "../database/table.ts"

/** Branches of projects. The default branch has a row as soon as the project uses branches; its keys say null in place of the id. */
export const branchTable = table("branch", {
  id: Id,
  projectId: Schema.Number,
  /** Unique among the branches of the project that are not deleted. */
  name: Schema.String,
  isDefault: hasDefault(Flag),
  isProtected: hasDefault(Flag),
  state: Schema.Literals(branchStates),
  /** null: the default branch. */
  originBranchId: Schema.NullOr(Schema.Number),
  /** Changes of later revisions, of the branch or its origin, are what a merge compares. */
  baseRevisionId: hasDefault(Schema.Number),
  /** Keys to copy when the branch was created. */
  keyCount: hasDefault(Schema.Number),
  /** Keys copied so far. */
  copiedCount: hasDefault(Schema.Number),
  /** Until then a server copies keys, and changes of content of the project wait; null: READY or DELETED. */
  leasedUntil: Schema.NullOr(Millis),
  /** null: the server itself. */
  authorId: Schema.NullOr(Schema.Number),
  createdAt: Millis,
  deletedAt: Schema.NullOr(Millis)
})

/** A comparison of a branch with the one that it was made from; a merge once it has been applied. */
export const branchMergeTable = table("branch_merge", {
  id: Id,
  projectId: Schema.Number,
  sourceBranchId: Schema.Number,
  targetBranchId: Schema.Number,
  /** The newest revision of each branch when they were compared; later ones make the comparison outdated. */
  sourceRevisionId: Schema.Number,
  targetRevisionId: Schema.Number,
  additions: hasDefault(Schema.Number),
  deletions: hasDefault(Schema.Number),
  modifications: hasDefault(Schema.Number),
  /** Conflicts that are not resolved. */
  conflicts: hasDefault(Schema.Number),
  resolvedConflicts: hasDefault(Schema.Number),
  authorId: Schema.NullOr(Schema.Number),
  createdAt: Millis,
  /** null: not applied. */
  mergedAt: Schema.NullOr(Millis),
  /** The revision of the target that the merge made; null: none. */
  mergeRevisionId: Schema.NullOr(Schema.Number)
})

/** One key that differs between two compared branches. */
export const branchMergeChangeTable = table("branch_merge_change", {
  id: Id,
  mergeId: Schema.Number,
  type: Schema.Literals(mergeChangeTypes),
  /** null: the source does not have the key. */
  sourceKeyId: Schema.NullOr(Schema.Number),
  /** null: the target does not have the key. */
  targetKeyId: Schema.NullOr(Schema.Number),
  /** The key as it is in the base and in both branches. */
  versions: Json<KeyVersions>(),
  /** The side that was chosen; null: none. */
  resolution: Schema.NullOr(textOf<MergeSide>())
})
