import { type InfiniteData, useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { BranchMergeChangeModel, Response } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { mergeChangesKey, mergeQuery } from "./merge-queries.ts"

export type MergeSide = NonNullable<BranchMergeChangeModel["resolution"]>

type ChangePages = InfiniteData<Response<"branchMerge", "listChanges">>

/** Chooses the side of a change, and shows what the merge makes of it. */
export const useResolveChange = (projectId: number, mergeId: number) => {
  const t = useText()
  const client = useQueryClient()
  return async ({ id, sourceKey, targetKey }: BranchMergeChangeModel, side: MergeSide): Promise<void> => {
    const params = { projectId, mergeId }
    try {
      await call("branchMerge", "resolve", { params, payload: { changeId: id, resolve: side } })
      const resolved = await call("branchMerge", "findChange", { params: { ...params, changeId: id } })
      client.setQueriesData<ChangePages>({ queryKey: mergeChangesKey(projectId, mergeId) }, (data) =>
        data === undefined ? data : { ...data, pages: data.pages.map((page) => withChange(page, resolved)) }
      )
      announce(t("merge.decided", { key: (sourceKey ?? targetKey)?.keyName ?? "" }))
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await client.invalidateQueries({ queryKey: mergeQuery(projectId, mergeId).queryKey })
  }
}

const withChange = (
  page: ChangePages["pages"][number],
  changed: BranchMergeChangeModel
): ChangePages["pages"][number] => {
  const changes = page._embedded?.branchMergeChanges ?? []
  if (!changes.some(({ id }) => id === changed.id)) return page
  const branchMergeChanges = changes.map((change) => (change.id === changed.id ? changed : change))
  return { ...page, _embedded: { ...page._embedded, branchMergeChanges } }
}
