import { batchScopes } from "@dragoman/domain/batch-job"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { KeyWithDataModel, LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { readDraft } from "../../feature/draft/draft.ts"
import { isPanelSection, type PanelSection } from "../../feature/key-panel/panel-section.ts"
import { missingScope } from "../../feature/permission/missing-scope.ts"
import { languagesQuery, projectStatsKey } from "../../feature/project/project-queries.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { noTranslation, patchKey } from "./key-pages.ts"
import type { useSaveText } from "./save-text.ts"
import { useSetState } from "./set-state.ts"
import type { TextDialog } from "./text-dialogs.tsx"
import type { TextAction } from "./text-menu.tsx"

interface TextActionsPlace {
  readonly project: ProjectModel
  readonly userId: number
  readonly base: LanguageModel | null
  readonly save: ReturnType<typeof useSaveText>["save"]
  /** Closes the editor of a text before something else writes the text: what was typed is a draft by then. */
  readonly afterClosing: (run: () => void) => void
  /** Opens the menu of the labels of a text. */
  readonly onLabels: (key: ListedKeyModel, language: LanguageModel) => void
  readonly onPanel: (section: PanelSection) => void
}

const TextDialogs = lazyDialog(() => import("./text-dialogs.tsx"), "TextDialogs")

/** Actions of the menus of texts and keys, with the dialogs that confirm them. */
export const useTextActions = (place: TextActionsPlace) => {
  const { project, userId, base, save, afterClosing, onPanel } = place
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { setState, clearOutdated, dismissMachine, setDisabled } = useSetState(project.id)
  const [dialog, setDialog] = useState<TextDialog | null>(null)

  /** Writes over a text as the editor would, so that it can be undone. A draft is never written over. */
  const write = (key: ListedKeyModel, language: LanguageModel, text: string) =>
    afterClosing(() => {
      const place = { userId, projectId: project.id, keyId: key.keyId, languageTag: language.tag }
      if (readDraft(localStorage, place, Date.now()) !== null) {
        return showToast({ kind: "failed", text: t("obstacle.draft") })
      }
      const expectedText = key.translations[language.tag]?.text ?? ""
      const onConflict = () => announce(t("conflict.changed"), "assertive")
      void save(key, language, { text, expectedText, isReviewed: false }, place, { offersUndo: true, onConflict })
    })

  const listsChanged = () => client.invalidateQueries({ queryKey: ["project", project.id, "translations"] })
  const restoreKey = async (keyId: number) => {
    try {
      await call("keyTrash", "restore", { params: { projectId: project.id, keyId } })
      await listsChanged()
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
  const deleteKey = async ({ keyId, keyName }: ListedKeyModel) => {
    await call("key", "delete", { params: { projectId: project.id, keyIds: [keyId] } })
    void client.invalidateQueries({ queryKey: projectStatsKey(project.id) })
    const mayRestore = project.computedPermission.scopes.includes("keys.create")
    showToast({
      kind: "done",
      text: t("key.deleted", { key: keyName }),
      ...(mayRestore ? { action: { label: t("action.undo"), run: () => void restoreKey(keyId) } } : {})
    })
    await listsChanged()
  }

  const run = (action: TextAction, key: ListedKeyModel, language: LanguageModel | null) => {
    if (isPanelSection(action)) return onPanel(action)
    if (action === "details" || action === "delete") return setDialog({ kind: action, listedKey: key, language: null })
    if (action === "open-alone") {
      const search = language === null ? {} : { language: language.tag }
      const params = { projectId: project.id, keyId: key.keyId }
      return void navigate({ to: "/projects/$projectId/keys/$keyId", params, search })
    }
    if (language === null) return
    if (action === "labels") {
      const missing = missingScope(project, batchScopes.ASSIGN_TRANSLATION_LABEL, t)
      return missing === null ? place.onLabels(key, language) : announce(missing, "assertive")
    }
    const { text } = key.translations[language.tag] ?? noTranslation
    if (action === "review" || action === "unreview") {
      return void setState(key, language.tag, action === "review" ? "REVIEWED" : "TRANSLATED")
    }
    if (action === "clear-outdated") return void clearOutdated(key, language.tag)
    if (action === "dismiss-machine") return void dismissMachine(key, language.tag)
    if (action === "copy-base") return write(key, language, key.translations[base?.tag ?? ""]?.text ?? "")
    if (action === "clear") return write(key, language, "")
    if (action === "disable" && text !== null) return setDialog({ kind: "disable", listedKey: key, language })
    void setDisabled(key, language, action === "disable")
  }

  const dialogs: ReactNode = dialog !== null && (
    <TextDialogs
      project={project}
      dialog={dialog}
      onSaved={(saved, disabledIds) => {
        const languages = client.getQueryData(languagesQuery(project.id).queryKey) ?? []
        patchKey(client, project.id, dialog.listedKey.keyId, (key) => withDetails(key, saved, disabledIds, languages))
        showToast({ kind: "done", text: t("key.saved", { key: saved.name }) })
      }}
      onDelete={() => deleteKey(dialog.listedKey)}
      onDisable={async () => {
        if (dialog.language !== null) await setDisabled(dialog.listedKey, dialog.language, true)
      }}
      onChange={setDialog}
      onClose={() => setDialog(null)}
    />
  )
  return { run, write, dialogs }
}

/** A key of the list after its details were saved. */
const withDetails = (
  key: ListedKeyModel,
  saved: KeyWithDataModel,
  disabledIds: ReadonlySet<number>,
  languages: ReadonlyArray<LanguageModel>
): ListedKeyModel => ({
  ...key,
  keyName: saved.name,
  keyNamespace: saved.namespace,
  keyDescription: saved.description,
  keyTags: saved.tags,
  keyMaxCharLimit: saved.maxCharLimit,
  keyIsPlural: saved.isPlural,
  keyPluralArgName: saved.pluralArgName,
  translations: Object.fromEntries(
    Object.entries(key.translations).map(([tag, shown]) => {
      const translation = { ...shown, ...saved.translations[tag] }
      const id = languages.find((language) => language.tag === tag)?.id
      if (id !== undefined && disabledIds.has(id)) {
        return [tag, { ...translation, text: null, outdated: false, auto: false, state: "DISABLED" as const }]
      }
      return [tag, translation.state === "DISABLED" ? { ...translation, state: "UNTRANSLATED" as const } : translation]
    })
  )
})
