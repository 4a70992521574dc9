import { type TranslationState, translationStates } from "@dragoman/domain/translation"
import { useInfiniteQuery } from "@tanstack/react-query"
import type {
  LanguageModel,
  ListedTranslationModel,
  ProjectModel,
  TranslationRevisionModel
} from "../../base/api/contract.ts"
import { type Text, useText } from "../../base/texts/text.ts"
import { Avatar } from "../../widget/ui/avatar.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { WordDiff } from "../../widget/ui/word-diff.tsx"
import styles from "./history-list.module.css"
import panelStyles from "./key-panel.module.css"
import { historyQuery } from "./panel-queries.ts"

interface HistoryListProps {
  readonly project: ProjectModel
  readonly language: LanguageModel
  readonly translation: ListedTranslationModel
  /** The shown text is on its way to the server. */
  readonly isSaving: boolean
  /** Why the text cannot be written; null: it can. */
  readonly obstacle: string | null
  readonly onRestore: (text: string) => void
}

/** Lists the changes of a text: who, when, word by word; each earlier text can be restored. */
export const HistoryList = ({ project, language, translation, isSaving, obstacle, onRestore }: HistoryListProps) => {
  const t = useText()
  const { id, text, state, outdated } = translation
  const version = JSON.stringify([text, state, outdated])
  const history = useInfiniteQuery(historyQuery(project.id, id, version, !isSaving))
  if (history.isError) return <ErrorState error={history.error} onRetry={() => history.refetch()} />
  if (history.data === undefined && id !== null) return <Skeleton height="120px" />
  const revisions = history.data?.pages.flatMap((page) => page._embedded?.revisions ?? []) ?? []
  if (revisions.length === 0) return <p className={panelStyles["quiet"]}>{t("history.empty")}</p>
  return (
    <div className={panelStyles["stack"]}>
      <ol className={styles["list"]} aria-label={t("history.title")}>
        {revisions.map((revision) => (
          <Revision
            key={`${revision.timestamp} ${JSON.stringify(revision.modifications)}`}
            revision={revision}
            languageTag={language.tag}
            currentText={text ?? ""}
            obstacle={obstacle}
            onRestore={onRestore}
          />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button isPending={history.isFetchingNextPage} onPress={() => history.fetchNextPage()}>
          {t("history.more")}
        </Button>
      )}
    </div>
  )
}

interface RevisionProps {
  readonly revision: TranslationRevisionModel
  readonly languageTag: string
  readonly currentText: string
  readonly obstacle: string | null
  readonly onRestore: (text: string) => void
}

const Revision = ({ revision, languageTag, currentText, obstacle, onRestore }: RevisionProps) => {
  const t = useText()
  const { author, timestamp, modifications } = revision
  const name = author === null ? t("activity.server") : author.name || author.username
  const changed = modifications["text"]
  const before = textOf(changed?.old)
  const after = textOf(changed?.new)
  return (
    <li className={styles["revision"]}>
      <div className={styles["head"]}>
        <Avatar name={name} picture={author?.avatar ?? null} />
        <bdi className={styles["author"]}>{name}</bdi>
        <span className={panelStyles["quiet"]}>
          <Time at={timestamp} />
        </span>
      </div>
      {changed !== undefined && <WordDiff before={before} after={after} languageTag={languageTag} />}
      {marksOf(modifications, t).map((sentence) => (
        <p key={sentence} className={panelStyles["quiet"]}>
          {sentence}
        </p>
      ))}
      {changed !== undefined && after !== currentText && (
        <div>
          <Button disabledReason={obstacle} onPress={() => onRestore(after)}>
            {t(after === "" ? "history.restore-empty" : "history.restore")}
          </Button>
        </div>
      )}
    </li>
  )
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Lists the changes beside the text. */
const marksOf = (modifications: TranslationRevisionModel["modifications"], t: Text): ReadonlyArray<string> => {
  const { state, outdated, auto } = modifications
  return [
    ...(state === undefined || state.new === null
      ? []
      : [t("history.state", { state: stateWord(String(state.new), t) })]),
    ...(typeof outdated?.new === "boolean" && (outdated.new || outdated.old === true)
      ? [t(outdated.new ? "history.outdated" : "history.not-outdated")]
      : []),
    ...(auto?.new === true ? [t("history.auto")] : [])
  ]
}

/** A state in words; one that this page does not know stays as it is. */
const stateWord = (state: string, t: Text): string =>
  isState(state) ? t(`state.${state.toLowerCase() as Lowercase<TranslationState>}`) : state

const isState = (state: string): state is TranslationState =>
  (translationStates as ReadonlyArray<string>).includes(state)
