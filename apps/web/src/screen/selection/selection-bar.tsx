import { type BatchOperationType, batchScopes } from "@dragoman/domain/batch-job"
import type { Scope } from "@dragoman/domain/permission"
import { ChevronDown, Trash2, X } from "lucide-react"
import { useState } from "react"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"
import { jobTypeText } from "../batch-job/job-text.ts"
import styles from "./selection-bar.module.css"

const OperationDialog = lazyDialog(() => import("./operation-dialog.tsx"), "OperationDialog")
const CreateTaskDialog = lazyDialog(() => import("../task/create-task-dialog.tsx"), "CreateTaskDialog")
const ExportDialog = lazyDialog(() => import("./export-dialog.tsx"), "ExportDialog")

interface SelectionBarProps {
  readonly project: ProjectModel
  /** The languages that the list shows. */
  readonly shown: ReadonlyArray<LanguageModel>
  readonly keyIds: ReadonlySet<number>
  /** Keys of the list. */
  readonly total: number
  /** Selects all keys of the list. */
  readonly onSelectAll: () => Promise<void>
  readonly onClear: () => void
  /** A job on the keys is over. */
  readonly onJobEnd: () => void
}

const exportItem = "EXPORT"
const taskItem = "CREATE_TASK"

type Action = BatchOperationType | typeof exportItem | typeof taskItem

/** Actions with a button of their own; the others are in a menu. */
const firstActions: ReadonlyArray<Action> = ["TAG_KEYS", "SET_TRANSLATIONS_STATE", taskItem]
const otherActions: ReadonlyArray<Action> = [
  "UNTAG_KEYS",
  "ASSIGN_TRANSLATION_LABEL",
  "UNASSIGN_TRANSLATION_LABEL",
  "SET_KEYS_NAMESPACE",
  "MACHINE_TRANSLATE",
  "PRE_TRANSLATE_BT_TM",
  "COPY_TRANSLATIONS",
  "CLEAR_TRANSLATIONS",
  exportItem
]

/** Shows the number of selected keys, and the operations on them. */
export const SelectionBar = ({ project, shown, keyIds, total, onSelectAll, onClear, onJobEnd }: SelectionBarProps) => {
  const t = useText()
  const [dialog, setDialog] = useState<Action | null>(null)
  const [isSelecting, setSelecting] = useState(false)
  const close = () => setDialog(null)
  const { scopes } = project.computedPermission
  const missing = (scope: Scope) =>
    scopes.includes(scope) ? null : t("permission.missing", { scopes: t(`scope.${scope}`) })
  const obstacleOf = (type: Action): string | null => {
    if (type === exportItem) return missing("translations.view")
    if (type === taskItem) return missing("tasks.edit")
    if (type === "SET_KEYS_NAMESPACE" && !project.useNamespaces) return t("selection.no-namespaces")
    return missing(batchScopes[type])
  }
  const titleOf = (type: Action) => {
    if (type === taskItem) return t("task.create")
    return type === exportItem ? t("selection.export") : t(jobTypeText(type))
  }
  const selectAll = async () => {
    setSelecting(true)
    await onSelectAll()
    setSelecting(false)
  }
  return (
    <section aria-label={t("selection.title")} className={styles["bar"]} data-selection>
      <span className={styles["count"]}>{t("selection.count", { count: keyIds.size })}</span>
      {keyIds.size < total && (
        <Button kind="quiet" isPending={isSelecting} onPress={selectAll}>
          {t("selection.all", { count: total })}
        </Button>
      )}
      <span className={styles["space"]} />
      {firstActions.map((type) => (
        <Button key={type} onPress={() => setDialog(type)} disabledReason={obstacleOf(type)}>
          {titleOf(type)}
        </Button>
      ))}
      <Menu
        aria-label={t("selection.more")}
        onAction={(id) => setDialog(id as Action)}
        disabledKeys={otherActions.filter((type) => obstacleOf(type) !== null)}
        trigger={
          <Button>
            {t("selection.more")}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {otherActions.map((type) => (
          <MenuItem key={type} id={type} textValue={titleOf(type)}>
            {titleOf(type)}
            {obstacleOf(type) !== null && <span className={styles["obstacle"]}>{obstacleOf(type)}</span>}
          </MenuItem>
        ))}
      </Menu>
      <Button
        icon={<Trash2 aria-hidden />}
        onPress={() => setDialog("DELETE_KEYS")}
        disabledReason={obstacleOf("DELETE_KEYS")}
      >
        {titleOf("DELETE_KEYS")}
      </Button>
      <span className={styles["clear"]}>
        <IconButton label={t("selection.clear")} icon={<X aria-hidden />} onPress={onClear} />
      </span>
      {dialog === exportItem && <ExportDialog projectId={project.id} shown={shown} keyIds={keyIds} onClose={close} />}
      {dialog === taskItem && <CreateTaskDialog project={project} keyIds={keyIds} onClose={close} />}
      {dialog !== null && dialog !== exportItem && dialog !== taskItem && (
        <OperationDialog
          type={dialog}
          project={project}
          keyIds={keyIds}
          onClose={close}
          onStart={() => {
            // Deleted keys cannot be changed any more.
            if (dialog === "DELETE_KEYS") onClear()
          }}
          onJobEnd={onJobEnd}
        />
      )}
    </section>
  )
}
