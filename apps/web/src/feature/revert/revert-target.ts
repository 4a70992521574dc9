import { call } from "../../base/api/call.ts"

/** The changes that are undone. */
export type RevertTarget =
  | { readonly revisionId: number }
  | { readonly jobId: number }
  | {
      readonly authorId: number
      readonly branch?: string | undefined
      /** Epoch milliseconds; absent: no limit. */
      readonly createdAfter?: number | undefined
      readonly createdBefore?: number | undefined
    }

type Options = { readonly dryRun: true } | { readonly onConflict: "SKIP"; readonly expectedRevisionId: number | null }

/** Previews a revert, or applies it. */
export const callRevert = (projectId: number, target: RevertTarget, options: Options) => {
  if ("revisionId" in target) {
    const { revisionId } = target
    return call("revert", "revision", { params: { projectId, revisionId }, payload: options })
  }
  if ("jobId" in target) {
    return call("revert", "batchJob", { params: { projectId, jobId: target.jobId }, payload: options })
  }
  const { authorId, branch, createdAfter, createdBefore } = target
  const filter = {
    ...{ authorId, branch: branch ?? null },
    ...{ createdAfter: createdAfter ?? null, createdBefore: createdBefore ?? null }
  }
  return call("revert", "activity", { params: { projectId }, payload: { ...filter, ...options } })
}
