import { batchScopes } from "@dragoman/domain/batch-job"
import { type ReactNode, useMemo } from "react"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { missingScope } from "../../feature/permission/missing-scope.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { MenuItem, MenuPopover, MenuSection } from "../../widget/ui/menu.tsx"
import { disableObstacle, editObstacle, stateObstacle } from "./edit-permission.ts"
import { noTranslation } from "./key-pages.ts"
import styles from "./text-menu.module.css"

export type TextAction =
  | "review"
  | "unreview"
  | "clear-outdated"
  | "dismiss-machine"
  | "copy-base"
  | "clear"
  | "disable"
  | "enable"
  | "labels"
  | "comments"
  | "history"
  | "similar"
  | "terms"
  | "screenshots"
  | "details"
  | "open-alone"
  | "delete"

interface TextMenuProps {
  readonly project: ProjectModel
  readonly listedKey: ListedKeyModel
  /** null: the menu of the key itself. */
  readonly language: LanguageModel | null
  readonly base: LanguageModel | null
  /** The anchor of the menu, which gets the focus back. */
  readonly trigger: Element
  readonly onAction: (action: TextAction) => void
  readonly onClose: () => void
}

interface Entry {
  readonly id: TextAction
  readonly title: string
  /** Why it is not possible now; null: it is. */
  readonly reason: string | null
}

/** Menu of the actions on a text and its key. An entry that is not possible stays, and says why. */
export const TextMenu = ({ project, listedKey: key, language, base, trigger, onAction, onClose }: TextMenuProps) => {
  const t = useText()
  const triggerRef = useMemo(() => ({ current: trigger }), [trigger])
  const ofText = language === null ? [] : textEntries({ project, key, language, base }, t)
  const ofKey: ReadonlyArray<Entry> = [
    { id: "details", title: t("key.details"), reason: null },
    { id: "open-alone", title: t("key.open-alone-short"), reason: null },
    { id: "delete", title: t("key.delete"), reason: missingScope(project, "keys.delete", t) }
  ]
  const panel: ReadonlyArray<Entry> = [
    { id: "comments", title: t("comment.title"), reason: null },
    { id: "history", title: t("history.title"), reason: null },
    { id: "similar", title: t("similar.title"), reason: null },
    { id: "terms", title: t("glossary.terms"), reason: null },
    { id: "screenshots", title: t("screenshot.title"), reason: null }
  ]
  const all = [...ofText, ...panel, ...ofKey]
  const show = (entries: ReadonlyArray<Entry>): ReactNode =>
    entries.map(({ id, title, reason }) => (
      <MenuItem key={id} id={id} textValue={title}>
        <span className={reason === null ? undefined : styles["impossible"]}>{title}</span>
        {reason !== null && <span className={styles["reason"]}>{reason}</span>}
      </MenuItem>
    ))
  return (
    <MenuPopover
      label={t("text.menu")}
      triggerRef={triggerRef}
      onClose={onClose}
      onAction={(id) => {
        const entry = all.find((one) => one.id === id)
        if (entry === undefined) return
        if (entry.reason !== null) return announce(entry.reason, "assertive")
        onAction(entry.id)
      }}
    >
      {language !== null && <MenuSection title={languageName(language.tag, t.language)}>{show(ofText)}</MenuSection>}
      <MenuSection title={t("panel.title")}>{show(panel)}</MenuSection>
      <MenuSection title={t("activity.class-Key")}>{show(ofKey)}</MenuSection>
    </MenuPopover>
  )
}

interface TextFacts {
  readonly project: ProjectModel
  readonly key: ListedKeyModel
  readonly language: LanguageModel
  readonly base: LanguageModel | null
}

const textEntries = (
  { project, key, language, base }: TextFacts,
  t: ReturnType<typeof useText>
): ReadonlyArray<Entry> => {
  const translation = key.translations[language.tag] ?? noTranslation
  const { state, text, outdated, auto } = translation
  const say = (obstacle: Parameters<typeof t>[0] | null) => (obstacle === null ? null : t(obstacle))
  const noText = text === null ? ("obstacle.no-text" as const) : null
  const stateReason = say(stateObstacle(project, language, key.tasks) ?? noText)
  // Tasks do not give these.
  const flagReason = say(stateObstacle(project, language) ?? noText)
  const editReason = say(editObstacle(project, language, translation, key.tasks))
  const disableReason = say(disableObstacle(project, language))
  const baseText = base === null ? null : (key.translations[base.tag]?.text ?? null)
  return [
    {
      id: "labels",
      title: t("label.title"),
      reason: missingScope(project, batchScopes.ASSIGN_TRANSLATION_LABEL, t)
    },
    state === "REVIEWED"
      ? { id: "unreview", title: t("text.unreview"), reason: stateReason }
      : { id: "review", title: t("text.review"), reason: stateReason },
    ...(outdated ? [{ id: "clear-outdated" as const, title: t("text.clear-outdated"), reason: flagReason }] : []),
    ...(auto ? [{ id: "dismiss-machine" as const, title: t("text.dismiss-machine"), reason: flagReason }] : []),
    ...(language.base
      ? []
      : [
          {
            id: "copy-base" as const,
            title: t("text.copy-base"),
            reason: editReason ?? (baseText === null ? t("obstacle.no-base-text") : null)
          }
        ]),
    { id: "clear", title: t("text.clear"), reason: editReason ?? (text === null ? t("obstacle.no-text") : null) },
    state === "DISABLED"
      ? { id: "enable", title: t("text.enable"), reason: disableReason }
      : { id: "disable", title: t("text.disable"), reason: disableReason }
  ]
}
