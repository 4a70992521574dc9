import { useQueryClient } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { useRef, useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { changeViews } from "./saved-view-queries.ts"
import {
  renamedView,
  type SavedView,
  type ViewSearch,
  viewNameMaxUtf16Units,
  viewsMax,
  withView
} from "./saved-views.ts"
import styles from "./view-dialogs.module.css"

interface SaveViewDialogProps {
  readonly projectId: number
  readonly search: ViewSearch
  readonly views: ReadonlyArray<SavedView>
  readonly onClose: () => void
}

/** Saves what is shown under a name; a name that is there gets what is shown now. */
export const SaveViewDialog = ({ projectId, search, views, onClose }: SaveViewDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState("")
  const isTaken = views.some((view) => view.name === name.trim())
  const obstacle =
    name.trim() === ""
      ? t("view.no-name")
      : views.length >= viewsMax && !isTaken
        ? t("view.too-many", { count: viewsMax })
        : null
  const { submit, message, isBusy } = useSubmit(async () => {
    if (obstacle !== null) return
    await changeViews(client, projectId, (stored) => withView(stored, { name: name.trim(), search }))
    showToast({ kind: "done", text: t("view.saved", { name: name.trim() }) })
    onClose()
  })
  return (
    <Dialog title={t("view.save")} isOpen onClose={onClose}>
      <Form onSubmit={submit} message={message}>
        <TextField
          label={t("view.name")}
          hint={isTaken ? t("view.replaces") : t("view.hint")}
          autoFocus
          autoComplete="off"
          maxLength={viewNameMaxUtf16Units}
          value={name}
          onChange={setName}
        />
        <DialogActions>
          <Button onPress={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" type="submit" isPending={isBusy} disabledReason={obstacle}>
            {t("action.save")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Renames and deletes the own views. */
export const EditViewsDialog = ({ projectId, views, onClose }: Omit<SaveViewDialogProps, "search">) => {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  return (
    <Dialog title={t("view.edit")} isOpen onClose={onClose}>
      <div ref={list} tabIndex={-1}>
        {views.length === 0 ? (
          <p>{t("view.none")}</p>
        ) : (
          <ul className={styles["views"]}>
            {views.map((view) => (
              <li key={view.name}>
                <EditedView projectId={projectId} view={view} onLeave={() => list.current?.focus()} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <DialogActions>
        <Button onPress={onClose}>{t("action.close")}</Button>
      </DialogActions>
    </Dialog>
  )
}

interface EditedViewProps {
  readonly projectId: number
  readonly view: SavedView
  /** Takes the focus before this row goes: keys would reach nothing, Escape not even the dialog. */
  readonly onLeave: () => void
}

const EditedView = ({ projectId, view, onLeave }: EditedViewProps) => {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState(view.name)
  const change = async (next: (views: ReadonlyArray<SavedView>) => ReadonlyArray<SavedView>, done: string) => {
    try {
      await changeViews(client, projectId, next)
      showToast({ kind: "done", text: done })
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
  const after = name.trim()
  const isNew = after !== "" && after !== view.name
  const rename = () => {
    onLeave()
    void change((views) => renamedView(views, view.name, after), t("view.renamed", { name: after }))
  }
  return (
    <form
      className={styles["view"]}
      onSubmit={(event) => {
        event.preventDefault()
        if (isNew) rename()
      }}
    >
      <TextField
        label={t("view.name")}
        autoComplete="off"
        maxLength={viewNameMaxUtf16Units}
        value={name}
        onChange={setName}
      />
      <Button type="submit" disabledReason={isNew ? null : t("view.same-name")}>
        {t("view.rename")}
      </Button>
      <IconButton
        label={t("view.delete", { name: view.name })}
        icon={<Trash2 aria-hidden />}
        onPress={() => {
          onLeave()
          void change(
            (views) => views.filter((other) => other.name !== view.name),
            t("view.deleted", { name: view.name })
          )
        }}
      />
    </form>
  )
}
