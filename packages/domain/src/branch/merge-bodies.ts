import { notNull, type Optional, type Validated, validateFields } from "../validation/validation.ts"
import type { MergeSide } from "./key-version.ts"

/** Checks the body that compares a branch with its origin; returns the id of the branch. */
export const validateMergePreview = (input: { readonly sourceBranchId?: Optional<number> }): Validated<number> =>
  validateFields({ sourceBranchId: notNull(input.sourceBranchId) }, input.sourceBranchId ?? 0)

/** Checks the body that chooses the side of all conflicts. */
export const validateSide = (input: { readonly resolve?: Optional<MergeSide> }): Validated<MergeSide> =>
  validateFields({ resolve: notNull(input.resolve) }, input.resolve ?? "TARGET")

/** Checks the body that chooses the side of one change. */
export const validateResolution = (input: {
  readonly changeId?: Optional<number>
  readonly resolve?: Optional<MergeSide>
}): Validated<{ readonly changeId: number; readonly side: MergeSide }> =>
  validateFields(
    { changeId: notNull(input.changeId), resolve: notNull(input.resolve) },
    { changeId: input.changeId ?? 0, side: input.resolve ?? "TARGET" }
  )
