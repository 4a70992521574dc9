import { Link } from "@tanstack/react-router"
import { Equal, ExternalLink, History, ImageIcon, Info, type LucideIcon, MessageSquare, X } from "lucide-react"
import { useEffect, useRef } from "react"
import type { LanguageModel, ListedKeyModel, ListedTranslationModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { IconButton } from "../../widget/ui/button.tsx"
import { Tabs } from "../../widget/ui/tabs.tsx"
import { CommentList } from "./comment-list.tsx"
import { HistoryList } from "./history-list.tsx"
import { KeyContext, type NeighbourKeys } from "./key-context.tsx"
import styles from "./key-panel.module.css"
import type { PanelTab } from "./panel-tab.ts"
import { ScreenshotList } from "./screenshot-list.tsx"
import { SimilarList } from "./similar-list.tsx"

interface KeyPanelProps {
  readonly project: ProjectModel
  readonly listedKey: ListedKeyModel
  readonly language: LanguageModel
  readonly base: LanguageModel | null
  readonly translation: ListedTranslationModel
  readonly userId: number
  readonly tab: PanelTab
  /** The tab that gets the focus once it is open; null: the focus stays where it is. */
  readonly wantsFocus: PanelTab | null
  readonly onFocused: () => void
  readonly neighbours: NeighbourKeys
  readonly isSaving: boolean
  /** Why the text cannot be written; null: it can. */
  readonly obstacle: string | null
  readonly onSelect: (tab: PanelTab) => void
  readonly onClose: () => void
  /** Escape: back to the text. */
  readonly onLeave: () => void
  readonly onEditKey: () => void
  readonly onRestore: (text: string) => void
  readonly onTranslationChange: (change: (translation: ListedTranslationModel) => ListedTranslationModel) => void
  readonly onScreenshotCount: (count: number) => void
}

/** The panel beside the text, with its comments, history and key. Each tab reads its data when it is opened. */
export const KeyPanel = ({ project, listedKey: key, language, base, translation, tab, ...props }: KeyPanelProps) => {
  const t = useText()
  const panel = useRef<HTMLElement>(null)
  const name = languageName(language.tag, t.language)
  const { wantsFocus, onFocused } = props
  useEffect(() => {
    if (wantsFocus !== tab) return
    const field = tab === "comments" ? panel.current?.querySelector<HTMLElement>("textarea") : null
    const target = field ?? panel.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")
    target?.focus()
    onFocused()
  }, [wantsFocus, tab, onFocused])
  const titleOf = (title: string, Icon: LucideIcon, count = 0) => (
    <span className={styles["tab"]} title={title}>
      <Icon aria-hidden />
      <span className={styles["tabTitle"]}>
        {title}
        {count > 0 && <span className="visually-hidden"> ({count})</span>}
      </span>
      {count > 0 && (
        <span className={styles["tabCount"]} aria-hidden>
          {new Intl.NumberFormat(t.language).format(count)}
        </span>
      )}
    </span>
  )
  const textId = `${key.keyId}:${language.tag}`
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
          search={{ language: language.tag, panel: tab }}
          className={styles["link"]}
          aria-label={t("key.open-alone", { key: key.keyName })}
          title={t("key.open-alone", { key: key.keyName })}
        >
          <ExternalLink aria-hidden />
        </Link>
        <IconButton label={t("panel.close")} icon={<X aria-hidden />} onPress={props.onClose} />
      </header>
      <Tabs
        label={t("panel.title")}
        selected={tab}
        onSelect={props.onSelect}
        tabs={[
          {
            id: "context",
            title: titleOf(t("panel.context"), Info),
            content: (
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
            id: "comments",
            title: titleOf(t("comment.title"), MessageSquare, translation.commentCount),
            content: (
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
            title: titleOf(t("history.title"), History),
            content: (
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
            id: "similar",
            title: titleOf(t("similar.title"), Equal),
            content: (
              <SimilarList
                key={textId}
                project={project}
                listedKey={key}
                language={language}
                baseText={base === null ? null : key.translations[base.tag]?.text || null}
                baseLanguageTag={base?.tag ?? language.tag}
                obstacle={props.obstacle}
                onUse={props.onRestore}
              />
            )
          },
          {
            id: "screenshots",
            title: titleOf(t("screenshot.title"), ImageIcon, key.screenshotCount),
            content: (
              <ScreenshotList
                key={key.keyId}
                project={project}
                keyId={key.keyId}
                keyName={key.keyName}
                onCount={props.onScreenshotCount}
              />
            )
          }
        ]}
      />
    </aside>
  )
}
