import { useQuery } from "@tanstack/react-query"
import type { KeyWithDataModel, LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { KeyDetailsDialog } from "../../feature/key-form/key-details-dialog.tsx"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"

/** The open dialog and its subject. */
export interface TextDialog {
  readonly kind: "details" | "delete" | "disable"
  readonly listedKey: ListedKeyModel
  /** null: it is about the key itself. */
  readonly language: LanguageModel | null
}

interface TextDialogsProps {
  readonly project: ProjectModel
  readonly dialog: TextDialog
  readonly onSaved: (key: KeyWithDataModel, disabledIds: ReadonlySet<number>) => void
  readonly onDelete: () => Promise<void>
  readonly onDisable: () => Promise<void>
  readonly onChange: (dialog: TextDialog) => void
  readonly onClose: () => void
}

/** The dialogs that the menus of texts and keys open. */
export const TextDialogs = ({ project, dialog, onSaved, onDelete, onDisable, onChange, onClose }: TextDialogsProps) => {
  const t = useText()
  const { kind, listedKey, language } = dialog
  const languages = useQuery(languagesQuery(project.id))
  if (kind === "details") {
    return (
      <KeyDetailsDialog
        project={project}
        listedKey={listedKey}
        languages={languages.data ?? []}
        onSaved={(saved, disabledIds) => {
          onSaved(saved, disabledIds)
          onClose()
        }}
        onDelete={() => onChange({ ...dialog, kind: "delete" })}
        onClose={onClose}
      />
    )
  }
  if (kind === "delete") {
    return (
      <ConfirmDialog title={t("key.delete-title")} action={t("key.delete")} onConfirm={onDelete} onClose={onClose}>
        <p>
          <bdi dir="ltr">{listedKey.keyName}</bdi>
        </p>
        <p>{t("key.delete-hint")}</p>
      </ConfirmDialog>
    )
  }
  const name = language === null ? "" : languageName(language.tag, t.language)
  return (
    <ConfirmDialog title={t("text.disable")} action={t("text.disable-short")} onConfirm={onDisable} onClose={onClose}>
      <p>{t("text.disable-hint", { key: listedKey.keyName, language: name })}</p>
    </ConfirmDialog>
  )
}
