import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { SearchX, Trash2 } from "lucide-react"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Progress } from "../../widget/ui/progress.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import { listTrashedIds, refreshAfterTrash, trashQuery } from "./key-trash-queries.ts"
import styles from "./key-trash-screen.module.css"
import { TrashFilters } from "./trash-filters.tsx"
import { type TrashOperation, useTrashJob } from "./trash-job.ts"
import { isFilteredTrash, parseTrashSearch, type TrashSearch } from "./trash-search.ts"
import { TrashTable } from "./trash-table.tsx"

const EraseDialog = lazyDialog(() => import("./erase-dialog.tsx"), "EraseDialog")

const route = getRouteApi("/user/projects/$projectId/trash")

/** Deleted keys: found, restored, or erased before their time. */
export const KeyTrashScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const search = parseTrashSearch({ ...route.useSearch() })
  const navigate = route.useNavigate()
  const job = useTrashJob(projectId)
  const change = (changes: TrashSearch) =>
    navigate({ search: { ...search, ...changes }, resetScroll: false, replace: changes.q !== undefined })
  return (
    <Screen title={t("trash.title")}>
      <p>{t("trash.hint")}</p>
      <TrashFilters
        projectId={projectId}
        search={search}
        onChange={change}
        onClear={() => navigate({ search: {}, resetScroll: false })}
      />
      {job.running !== null && <RunningTrashJob running={job.running} onCancel={job.cancel} />}
      {/* Other filters show other keys, so nothing of the selection stays. */}
      <TrashedKeys key={JSON.stringify(search)} projectId={projectId} search={search} job={job} />
    </Screen>
  )
}

interface RunningTrashJobProps {
  readonly running: NonNullable<ReturnType<typeof useTrashJob>["running"]>
  readonly onCancel: () => Promise<void>
}

const RunningTrashJob = ({ running: { operation, job }, onCancel }: RunningTrashJobProps) => {
  const t = useText()
  return (
    <div className={styles["job"]}>
      <Progress
        label={t(operation === "restore" ? "trash.restoring" : "trash.erasing", { count: job.totalItems })}
        part={job.totalItems === 0 ? null : job.progress / job.totalItems}
      />
      <Button onPress={onCancel}>{t("action.cancel")}</Button>
    </div>
  )
}

interface TrashedKeysProps {
  readonly projectId: number
  readonly search: TrashSearch
  readonly job: ReturnType<typeof useTrashJob>
}

const TrashedKeys = ({ projectId, search, job }: TrashedKeysProps) => {
  const t = useText()
  const navigate = route.useNavigate()
  const project = useQuery(projectQuery(projectId))
  const trash = useInfiniteQuery(trashQuery(projectId, search))
  // "all": every key that matches, also those that are not shown.
  const [selected, setSelected] = useState<"all" | ReadonlySet<number>>(new Set())
  const [erased, setErased] = useState<ReadonlyArray<number> | null>(null)
  const keys = trash.data?.pages.flatMap(({ _embedded }) => _embedded.keys) ?? []
  const total = trash.data?.pages[0]?.page.totalElements ?? 0
  const selectedCount = selected === "all" ? total : keys.filter(({ id }) => selected.has(id)).length

  const begin = async (operation: TrashOperation, keyIds: () => Promise<ReadonlyArray<number>>) => {
    try {
      const ids = await keyIds()
      // Another user was faster.
      if (ids.length === 0) return await refreshAfterTrash(projectId)
      if (operation === "erase") return setErased(ids)
      await job.start(operation, ids)
      setSelected(new Set())
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
  const selectedIds = async () =>
    selected === "all"
      ? listTrashedIds(projectId, search)
      : keys.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const needs = (scope: "keys.create" | "keys.delete") =>
    project.data?.computedPermission.scopes.includes(scope) === true
      ? null
      : t("permission.needs", { scope: t(`scope.${scope}`) })
  const obstacle = { restore: needs("keys.create"), erase: needs("keys.delete") }
  const busy = job.running === null ? null : t("trash.wait")
  const noneSelected = selectedCount === 0 ? t("trash.select-first") : null

  if (trash.isError) return <ErrorState error={trash.error} onRetry={() => trash.refetch()} />
  if (trash.data === undefined) {
    return (
      <div aria-busy="true">
        <Skeleton height="320px" />
      </div>
    )
  }
  return (
    <>
      {keys.length === 0 && isFilteredTrash(search) ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t("translations.no-match")}
          action={<Button onPress={() => navigate({ search: {} })}>{t("translations.clear-filters")}</Button>}
        />
      ) : keys.length === 0 ? (
        <EmptyState icon={<Trash2 aria-hidden />} title={t("trash.empty")} />
      ) : (
        <>
          <div className={styles["bar"]}>
            <Checkbox
              isSelected={selected === "all"}
              onChange={(isSelected) => setSelected(isSelected ? "all" : new Set())}
            >
              {t(isFilteredTrash(search) ? "trash.select-matching" : "trash.select-all", { count: total })}
            </Checkbox>
            <Button
              onPress={() => begin("restore", selectedIds)}
              disabledReason={obstacle.restore ?? busy ?? noneSelected}
            >
              {t("trash.restore-count", { count: selectedCount })}
            </Button>
            <Button
              kind="danger"
              onPress={() => begin("erase", selectedIds)}
              disabledReason={obstacle.erase ?? busy ?? noneSelected}
            >
              {t("trash.erase-count", { count: selectedCount })}
            </Button>
          </div>
          <TrashTable
            keys={keys}
            baseTag={project.data?.baseLanguage?.tag ?? null}
            isSelected={(id) => selected === "all" || selected.has(id)}
            onToggle={(id) => {
              const ids = selected === "all" ? new Set(keys.map((key) => key.id)) : new Set(selected)
              if (!ids.delete(id)) ids.add(id)
              setSelected(ids)
            }}
            onBegin={(operation, id) => begin(operation, async () => [id])}
            obstacle={obstacle}
          />
          {trash.hasNextPage && (
            <div>
              <Button isPending={trash.isFetchingNextPage} onPress={() => trash.fetchNextPage()}>
                {t("projects.more", { count: total - keys.length })}
              </Button>
            </div>
          )}
        </>
      )}
      {erased !== null && (
        <EraseDialog
          count={erased.length}
          name={erased.length === 1 ? (keys.find(({ id }) => id === erased[0])?.name ?? null) : null}
          onErase={async () => {
            await job.start("erase", erased)
            setSelected(new Set())
          }}
          onClose={() => setErased(null)}
        />
      )}
    </>
  )
}
