import { branchStates } from "@dragoman/domain/branch"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Millis, table } from "../database/table.ts"

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
  /** A copied key has the id of its origin plus this number. */
  keyOffset: hasDefault(Schema.Number),
  /** A copied translation has the id of its origin plus this number. */
  translationOffset: hasDefault(Schema.Number),
  /** Keys to copy when the branch was created. */
  keyCount: hasDefault(Schema.Number),
  /** Keys copied so far. */
  copiedCount: hasDefault(Schema.Number),
  /** null: the server itself. */
  authorId: Schema.NullOr(Schema.Number),
  createdAt: Millis,
  deletedAt: Schema.NullOr(Millis)
})
