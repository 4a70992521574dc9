import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { GitMerge } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { BranchMergeModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { useShortcuts } from "../../widget/shortcut/shortcut.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Tabs } from "../../widget/ui/tabs.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { focusChange, focusedChange, MergeChange } from "./merge-change.tsx"
import { mergeChangesKey, mergeChangesQuery, mergeKey, mergeQuery } from "./merge-queries.ts"
import styles from "./merge-screen.module.css"
import { type MergeChangeType, mergeChangeTypes, parseMergeSearch } from "./merge-search.ts"
import { type MergeSide, useResolveChange } from "./resolve-change.ts"

const ApplyMergeDialog = lazyDialog(() => import("./apply-merge-dialog.tsx"), "ApplyMergeDialog")

const route = getRouteApi("/user/projects/$projectId/branches/merge/$mergeId")

/** A branch compared with the one that it was made from: its changes, the decisions about conflicts, and the merge. */
export const MergeScreen = () => {
  const t = useText()
  const { projectId, mergeId } = route.useParams()
  const merge = useQuery(mergeQuery(projectId, mergeId))
  const title =
    merge.data === undefined
      ? t("merge.one")
      : t("merge.title", { source: merge.data.sourceBranchName, target: merge.data.targetBranchName })
  return (
    <Screen
      title={<bdi>{title}</bdi>}
      above={
        <Link to="/projects/$projectId/branches" params={{ projectId }}>
          {t("branch.title")}
        </Link>
      }
      actions={merge.data?.mergedAt === null && <MergeActions projectId={projectId} merge={merge.data} />}
    >
      <QueryState query={merge} skeleton="320px">
        {(data) =>
          data.mergedAt === null ? (
            <Comparison projectId={projectId} merge={data} />
          ) : (
            <Merged projectId={projectId} merge={data} mergedAt={data.mergedAt} />
          )
        }
      </QueryState>
    </Screen>
  )
}

interface MergeProps {
  readonly projectId: number
  readonly merge: BranchMergeModel
}

const MergeActions = ({ projectId, merge }: MergeProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const write = useWrite()
  const [isApplying, setApplying] = useState(false)
  const open = merge.keyUnresolvedConflictsCount
  const obstacle = merge.outdated
    ? t("merge.outdated")
    : open > 0
      ? t("merge.unresolved-left", { count: open })
      : changeCount(merge) === 0
        ? t("merge.none")
        : null
  const discard = () =>
    write(async () => {
      await call("branchMerge", "delete", { params: { projectId, mergeId: merge.id } })
      await navigate({ to: "/projects/$projectId/branches", params: { projectId } })
      client.removeQueries({ queryKey: mergeKey(projectId, merge.id) })
    }, t("merge.discarded"))
  return (
    <>
      <Button onPress={() => void discard()}>{t("merge.discard")}</Button>
      <Button
        kind="primary"
        icon={<GitMerge aria-hidden />}
        disabledReason={obstacle}
        onPress={() => setApplying(true)}
      >
        {t("merge.apply")}
      </Button>
      {isApplying && <ApplyMergeDialog projectId={projectId} merge={merge} onClose={() => setApplying(false)} />}
    </>
  )
}

interface MergedProps extends MergeProps {
  /** Epoch milliseconds. */
  readonly mergedAt: number
}

const Merged = ({ projectId, merge, mergedAt }: MergedProps) => {
  const t = useText()
  const { targetBranchName: branch } = merge
  return (
    <Callout kind="done" isNews>
      <p>
        {t("merge.done", { branch })}, <Time at={mergedAt} />
      </p>
      <ul className={styles["counts"]}>
        {mergeChangeTypes.map((type) => (
          <li key={type}>
            {t(`merge.type-${type}`)}: {new Intl.NumberFormat(t.language).format(countOf(merge, type))}
          </li>
        ))}
      </ul>
      <p>
        <Link to="/projects/$projectId/translations" params={{ projectId }} search={{ branch: undefined }}>
          {t("merge.to-translations")}
        </Link>
        {" · "}
        <Link to="/projects/$projectId/branches" params={{ projectId }}>
          {t("merge.to-branches")}
        </Link>
      </p>
    </Callout>
  )
}

const Comparison = ({ projectId, merge }: MergeProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const search = parseMergeSearch({ ...route.useSearch() })
  const write = useWrite()
  const { id: mergeId, sourceBranchName: source, targetBranchName: target } = merge
  const refresh = () =>
    write(async () => {
      const compared = await call("branchMerge", "refresh", { params: { projectId, mergeId } })
      client.setQueryData(mergeQuery(projectId, mergeId).queryKey, compared)
      await client.resetQueries({ queryKey: mergeChangesKey(projectId, mergeId) })
    }, t("merge.refreshed"))
  const types = mergeChangeTypes.filter((type) => countOf(merge, type) > 0)
  const selected = types.find((type) => type === search.type) ?? types[0]
  return (
    <>
      {merge.outdated && (
        <Callout kind="warning" isNews>
          <p>{t("merge.outdated")}</p>
          <div>
            <Button onPress={() => void refresh()}>{t("merge.refresh")}</Button>
          </div>
        </Callout>
      )}
      {selected === undefined ? (
        <EmptyState
          icon={<GitMerge aria-hidden />}
          title={t("merge.none")}
          hint={t("merge.none-hint", { source, target })}
        />
      ) : (
        <Tabs<MergeChangeType>
          label={t("merge.changes")}
          selected={selected}
          onSelect={(type) => void navigate({ search: (before) => ({ ...before, type }), replace: true })}
          tabs={types.map((type) => ({
            id: type,
            title: `${t(`merge.type-${type}`)} (${new Intl.NumberFormat(t.language).format(countOf(merge, type))})`,
            content: <Changes projectId={projectId} merge={merge} type={type} />
          }))}
        />
      )}
    </>
  )
}

interface ChangesProps extends MergeProps {
  readonly type: MergeChangeType
}

/** The changes of one type. Keys decide about the change that has the focus, and go on to the next one. */
const Changes = ({ projectId, merge, type }: ChangesProps) => {
  const t = useText()
  const client = useQueryClient()
  const write = useWrite()
  const { id: mergeId, sourceBranchName: source, targetBranchName: target } = merge
  const languages = useQuery(languagesQuery(projectId))
  const changes = useInfiniteQuery(mergeChangesQuery(projectId, mergeId, type))
  const shown = changes.data?.pages.flatMap((page) => page._embedded?.branchMergeChanges ?? []) ?? []
  const resolve = useResolveChange(projectId, mergeId)
  const takeAll = (side: MergeSide) =>
    write(
      async () => {
        await call("branchMerge", "resolveAll", { params: { projectId, mergeId }, payload: { resolve: side } })
        await client.invalidateQueries({ queryKey: mergeKey(projectId, mergeId) })
      },
      t("merge.all-taken", { branch: side === "SOURCE" ? source : target })
    )
  const go = (by: 1 | -1) => {
    const index = shown.findIndex(({ id }) => id === focusedChange())
    focusChange(shown[index === -1 ? 0 : index + by]?.id)
  }
  const take = (side: MergeSide) => {
    const change = shown.find(({ id }) => id === focusedChange())
    if (change === undefined) return go(1)
    void resolve(change, side)
    go(1)
  }
  useShortcuts([
    { keys: "1", title: "merge.take-target", place: "list", run: () => take("TARGET") },
    { keys: "2", title: "merge.take-source", place: "list", run: () => take("SOURCE") },
    { keys: "n", title: "merge.next", place: "list", run: () => go(1) },
    { keys: "p", title: "merge.previous", place: "list", run: () => go(-1) }
  ])
  return (
    <QueryState query={changes} skeleton="320px">
      {() => (
        <>
          <p className={styles["hint"]}>{t("merge.resolve-hint", { source, target })}</p>
          {type === "CONFLICT" && (
            <div className={styles["all"]}>
              <Button onPress={() => void takeAll("TARGET")}>{t("merge.take-all", { branch: target })}</Button>
              <Button onPress={() => void takeAll("SOURCE")}>{t("merge.take-all", { branch: source })}</Button>
            </div>
          )}
          <ol className={styles["changes"]}>
            {shown.map((change) => (
              <li key={change.id}>
                <MergeChange
                  merge={merge}
                  change={change}
                  languages={languages.data ?? []}
                  onResolve={(side) => void resolve(change, side)}
                />
              </li>
            ))}
          </ol>
          {changes.hasNextPage && (
            <div>
              <Button isPending={changes.isFetchingNextPage} onPress={() => void changes.fetchNextPage()}>
                {t("merge.show-more")}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryState>
  )
}

const countOf = (merge: BranchMergeModel, type: MergeChangeType): number => {
  if (type === "ADD") return merge.keyAdditionsCount
  if (type === "UPDATE") return merge.keyModificationsCount
  if (type === "DELETE") return merge.keyDeletionsCount
  return merge.keyUnresolvedConflictsCount + merge.keyResolvedConflictsCount
}

const changeCount = (merge: BranchMergeModel): number =>
  mergeChangeTypes.reduce((sum, type) => sum + countOf(merge, type), 0)
