import { Link } from "@tanstack/react-router"
import { BookA, Equal, ExternalLink, History, ImageIcon, Info, MessageSquare, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import type { LanguageModel, ListedKeyModel, ListedTranslationModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { IconButton } from "../../widget/ui/button.tsx"
import { AllTerms } from "../glossary/all-terms.tsx"
import { CollapsingSection, type SectionOfPanel } from "./collapsing-section.tsx"
import { CommentList } from "./comment-list.tsx"
import { HistoryList } from "./history-list.tsx"
import { KeyContext, type NeighbourKeys } from "./key-context.tsx"
import styles from "./key-panel.module.css"
import { type PanelSection, rememberedSections, rememberSections } from "./panel-section.ts"
import { ScreenshotList } from "./screenshot-list.tsx"
import { SimilarList } from "./similar-list.tsx"

interface KeyPanelProps {
  readonly project: ProjectModel
  readonly listedKey: ListedKeyModel
  readonly language: LanguageModel
  readonly base: LanguageModel | null
  readonly translation: ListedTranslationModel
  readonly userId: number
  /** The section that the address names: it opens with the panel. */
  readonly section: PanelSection
  /** The section that gets the focus once it is open; null: the focus stays where it is. */
  readonly wantsFocus: PanelSection | null
  readonly onFocused: () => void
  readonly neighbours: NeighbourKeys
  readonly isSaving: boolean
  /** Why the text cannot be written; null: it can. */
  readonly obstacle: string | null
  readonly onSelect: (section: PanelSection) => void
  readonly onClose: () => void
  /** Escape: back to the text. */
  readonly onLeave: () => void
  readonly onEditKey: () => void
  readonly onRestore: (text: string) => void
  /** Takes a text of another key: into the field where it is open, else it is written. */
  readonly onUse: (text: string) => void
  readonly onTranslationChange: (change: (translation: ListedTranslationModel) => ListedTranslationModel) => void
  readonly onScreenshotCount: (count: number) => void
}

/** The panel beside the text, in sections that open and close. Each reads its data while it is open. */
export const KeyPanel = ({
  project,
  listedKey: key,
  language,
  base,
  translation,
  section,
  ...props
}: KeyPanelProps) => {
  const t = useText()
  const panel = useRef<HTMLElement>(null)
  const name = languageName(language.tag, t.language)
  const { userId, wantsFocus, onFocused } = props
  const [named, setNamed] = useState<PanelSection | null>(null)
  const [opened, setOpened] = useState(() => rememberedSections(userId))
  // A section opens when the address begins to name it, or a shortcut leads to it; it can be closed again.
  const asked = named === section ? wantsFocus : section
  if (named !== section) setNamed(section)
  if (asked !== null && !opened.includes(asked)) setOpened([...opened, asked])
  useEffect(() => {
    if (wantsFocus !== section) return
    const target = panel.current?.querySelector<HTMLElement>(`[data-section=${section}]`)
    const field = section === "comments" ? target?.querySelector<HTMLElement>("textarea") : null
    target?.scrollIntoView({ block: "nearest" })
    const focused = field ?? target?.querySelector<HTMLElement>("button")
    focused?.focus()
    onFocused()
  }, [wantsFocus, section, onFocused])
  const toggle = (id: PanelSection) => {
    const next = opened.includes(id) ? opened.filter((other) => other !== id) : [...opened, id]
    setOpened(next)
    rememberSections(userId, next)
    const [first] = next
    if (!next.includes(section) && first !== undefined) props.onSelect(first)
  }
  const textId = `${key.keyId}:${language.tag}`
  const sections: ReadonlyArray<SectionOfPanel> = [
    {
      id: "context",
      title: t("panel.context"),
      Icon: Info,
      content: () => (
        <KeyContext
          project={project}
          listedKey={key}
          language={language}
          baseText={base === null || language.base ? null : (key.translations[base.tag]?.text ?? null)}
          baseLanguageTag={base?.tag ?? language.tag}
          neighbours={props.neighbours}
          onEdit={props.onEditKey}
        />
      )
    },
    {
      id: "similar",
      title: t("similar.title"),
      Icon: Equal,
      content: () => (
        <SimilarList
          key={textId}
          project={project}
          listedKey={key}
          language={language}
          baseText={base === null ? null : key.translations[base.tag]?.text || null}
          baseLanguageTag={base?.tag ?? language.tag}
          obstacle={props.obstacle}
          onUse={props.onUse}
        />
      )
    },
    {
      id: "terms",
      title: t("glossary.terms"),
      Icon: BookA,
      content: () => (
        <AllTerms
          key={textId}
          project={project}
          baseText={base === null ? null : key.translations[base.tag]?.text || null}
          baseLanguageTag={base?.tag ?? language.tag}
          target={language.base ? null : { keyId: key.keyId, languageTag: language.tag }}
        />
      )
    },
    {
      id: "comments",
      title: t("comment.title"),
      Icon: MessageSquare,
      count: translation.commentCount,
      content: () => (
        <CommentList
          key={textId}
          project={project}
          keyId={key.keyId}
          language={language}
          translation={translation}
          userId={props.userId}
          onChange={props.onTranslationChange}
        />
      )
    },
    {
      id: "history",
      title: t("history.title"),
      Icon: History,
      content: () => (
        <HistoryList
          key={textId}
          project={project}
          language={language}
          translation={translation}
          isSaving={props.isSaving}
          obstacle={props.obstacle}
          onRestore={props.onRestore}
        />
      )
    },
    {
      id: "screenshots",
      title: t("screenshot.title"),
      Icon: ImageIcon,
      count: key.screenshotCount,
      content: () => (
        <ScreenshotList
          key={key.keyId}
          project={project}
          keyId={key.keyId}
          keyName={key.keyName}
          onCount={props.onScreenshotCount}
        />
      )
    }
  ]
  return (
    <aside
      ref={panel}
      aria-label={t("panel.title")}
      className={styles["panel"]}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        event.stopPropagation()
        props.onLeave()
      }}
    >
      <header className={styles["header"]}>
        <p className={styles["of"]}>
          <bdi dir="ltr" className={styles["name"]}>
            {key.keyName}
          </bdi>
          <span className={styles["quiet"]}>{name}</span>
        </p>
        <Link
          to="/projects/$projectId/keys/$keyId"
          params={{ projectId: project.id, keyId: key.keyId }}
          search={{ language: language.tag, panel: section }}
          className={styles["link"]}
          aria-label={t("key.open-alone", { key: key.keyName })}
          title={t("key.open-alone", { key: key.keyName })}
        >
          <ExternalLink aria-hidden />
        </Link>
        <IconButton label={t("panel.close")} icon={<X aria-hidden />} onPress={props.onClose} />
      </header>
      {sections.map((one) => (
        <CollapsingSection
          key={one.id}
          {...one}
          isOpen={opened.includes(one.id)}
          isCurrent={one.id === section}
          onToggle={toggle}
        />
      ))}
    </aside>
  )
}
