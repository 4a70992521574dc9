import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { ApiError } from "../../base/api/api-error.ts"
import type { Response } from "../../base/api/contract.ts"
import { languageName, type Text, type TextKey, useText } from "../../base/texts/text.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { callRevert, type RevertTarget } from "./revert-target.ts"
import styles from "./undo-dialog.module.css"

type Preview = Response<"revert", "revision">
type Value = Preview["changes"][number]
type Conflict = Preview["conflicts"][number]

interface UndoDialogProps {
  readonly projectId: number
  readonly target: RevertTarget
  readonly onClose: () => void
}

/** Shows what a revert changes and what stays as it is, and applies it. */
export const UndoDialog = ({ projectId, target, onClose }: UndoDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: ["project", projectId, "revert", target],
    queryFn: () => callRevert(projectId, target, { dryRun: true }),
    // Each opening compares with the project of now.
    gcTime: 0,
    staleTime: 0
  })
  const preview = query.data
  const apply = async () => {
    if (preview === undefined) return
    const expectedRevisionId = preview.newestRevisionId
    const done = await callRevert(projectId, target, { onConflict: "SKIP", expectedRevisionId }).catch(
      async (error: unknown) => {
        if (error instanceof ApiError && error.status === 409) await query.refetch()
        throw error
      }
    )
    const [revisionId] = done.revisionIds
    showToast({
      kind: "done",
      text: t("revert.done"),
      ...(revisionId === undefined
        ? {}
        : {
            action: {
              label: t("revert.show"),
              run: () =>
                void navigate({ to: "/projects/$projectId/activity/$revisionId", params: { projectId, revisionId } })
            }
          })
    })
    await client.invalidateQueries({ queryKey: ["project", projectId] })
  }
  return (
    <ConfirmDialog
      title={t("revert.title")}
      action={t("revert.apply")}
      kind="primary"
      obstacle={preview === undefined ? t("revert.wait") : changes(preview) ? null : t("revert.nothing")}
      onConfirm={apply}
      onClose={onClose}
    >
      <QueryState query={query} skeleton="200px">
        {(shown) => (
          <div className={styles["preview"]}>
            <p>{changes(shown) ? countsText(shown, t) : t("revert.nothing")}</p>
            {shown.conflictCount > 0 && (
              <Callout kind="warning">{t("revert.conflicts", { count: shown.conflictCount })}</Callout>
            )}
            {Object.keys(shown.notReverted).length > 0 && <Callout kind="info">{t("revert.left")}</Callout>}
            {shown.conflicts.length > 0 && (
              <Table<Conflict>
                label={t("revert.conflict-list")}
                rows={shown.conflicts}
                rowId={rowId}
                columns={[
                  keyColumn(projectId, t),
                  { id: "value", title: t("revert.value"), cell: (value) => <ValueName value={value} /> },
                  { id: "reason", title: t("revert.reason"), cell: (conflict) => <Reason conflict={conflict} /> }
                ]}
              />
            )}
            {shown.changes.length > 0 && (
              <Table<Value>
                label={t("revert.change-list")}
                rows={shown.changes}
                rowId={rowId}
                columns={[
                  keyColumn(projectId, t),
                  { id: "value", title: t("revert.value"), cell: (value) => <ValueName value={value} /> },
                  { id: "now", title: t("revert.now"), cell: ({ current }) => <Shown value={current} /> },
                  { id: "after", title: t("revert.after"), cell: ({ reverted }) => <Shown value={reverted} /> }
                ]}
              />
            )}
          </div>
        )}
      </QueryState>
    </ConfirmDialog>
  )
}

const changes = ({ changedKeys, deletedKeys, restoredKeys }: Preview): boolean =>
  changedKeys + deletedKeys + restoredKeys > 0

/** "3 keys change, 1 key goes to the trash". */
const countsText = ({ changedKeys, deletedKeys, restoredKeys, changedTexts }: Preview, t: Text): string => {
  const counts = [
    ["revert.changed-keys", changedKeys],
    ["revert.changed-texts", changedTexts],
    ["revert.deleted-keys", deletedKeys],
    ["revert.restored-keys", restoredKeys]
  ] as const
  return new Intl.ListFormat(t.language, { type: "unit" }).format(
    counts.flatMap(([key, count]) => (count === 0 ? [] : [t(key, { count })]))
  )
}

const rowId = ({ keyId, field, languageTag }: Value): string => `${keyId} ${field} ${languageTag}`

const keyColumn = (projectId: number, t: Text) => ({
  id: "key",
  title: t("activity.class-Key"),
  cell: ({ keyId, keyName }: Value) => (
    <Link to="/projects/$projectId/keys/$keyId" params={{ projectId, keyId }}>
      <bdi dir="ltr">{keyName}</bdi>
    </Link>
  )
})

const fieldTexts = {
  key: "revert.field-key",
  name: "revert.field-name",
  namespace: "revert.field-namespace",
  isPlural: "revert.field-isPlural",
  pluralArgumentName: "revert.field-pluralArgumentName",
  maxCharLimit: "revert.field-maxCharLimit",
  description: "revert.field-description",
  customValues: "revert.field-customValues",
  tags: "revert.field-tags",
  text: "revert.field-text",
  state: "revert.field-state",
  labelIds: "revert.field-labelIds",
  outdated: "revert.field-outdated",
  auto: "revert.field-auto"
} as const satisfies Record<Value["field"], TextKey>

const ValueName = ({ value: { field, languageTag } }: { readonly value: Value }) => {
  const t = useText()
  const name = t(fieldTexts[field])
  return languageTag === null ? name : `${name} (${languageName(languageTag, t.language)})`
}

const Shown = ({ value }: { readonly value: Value["current"] }) => {
  const t = useText()
  if (value === null || value === "") return "–"
  if (typeof value === "boolean") return t(value ? "revert.yes" : "revert.no")
  return <bdi className={styles["value"]}>{Array.isArray(value) ? value.join(", ") : String(value)}</bdi>
}

const reasonTexts = {
  CHANGED: "revert.reason-CHANGED",
  KEY_DELETED: "revert.reason-KEY_DELETED",
  KEY_ERASED: "revert.reason-KEY_ERASED",
  LANGUAGE_DELETED: "revert.reason-LANGUAGE_DELETED",
  NAME_TAKEN: "revert.reason-NAME_TAKEN",
  NOT_PERMITTED: "revert.reason-NOT_PERMITTED"
} as const satisfies Record<Conflict["reason"], TextKey>

const Reason = ({ conflict: { reason, changedBy, changedAt } }: { readonly conflict: Conflict }) => {
  const t = useText()
  return (
    <>
      {t(reasonTexts[reason])}
      {changedBy !== null && (
        <>
          {" · "}
          <bdi>{changedBy.name || changedBy.username}</bdi>
        </>
      )}
      {changedAt !== null && (
        <>
          {" · "}
          <Time at={changedAt} />
        </>
      )}
    </>
  )
}
