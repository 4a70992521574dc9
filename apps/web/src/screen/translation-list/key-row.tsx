import { Bot, Ellipsis, FileDiff, ImageIcon, Lightbulb, MessageSquare, TriangleAlert } from "lucide-react"
import { memo, useSyncExternalStore } from "react"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { type Draft, type DraftPlace, draftName, followDrafts, readDraft } from "../../feature/draft/draft.ts"
import { LabelChip } from "../../feature/label/label-chip.tsx"
import { machineName } from "../../feature/machine-translation/service-name.ts"
import { getsSuggestions } from "../../feature/memory-suggestion/suggestion-queries.ts"
import type { Suggestion } from "../../feature/suggestion/suggestion-queries.ts"
import { TranslationEditor } from "../../feature/translation-editor/translation-editor.tsx"
import { TranslationText } from "../../feature/translation-editor/translation-text.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { editObstacle, stateObstacle, textRemark, writingMode } from "./edit-permission.ts"
import { cellId } from "./grid-position.ts"
import { KeyName } from "./key-name.tsx"
import styles from "./key-row.module.css"
import type { RowActions } from "./row-actions.ts"
import type { SaveStatus } from "./save-text.ts"
import { StateSign, stateText } from "./state-mark.tsx"
import { isDoneInTask } from "./use-task-keys.ts"

// Comparing words: the list does without it until a text is open.
const SuggestionList = lazyPart(() => import("../../feature/memory-suggestion/suggestion-list.tsx"), "SuggestionList")

const MachineSuggestionList = lazyPart(
  () => import("../../feature/machine-translation/machine-suggestion-list.tsx"),
  "MachineSuggestionList"
)

const SuggestionsOfText = lazyPart(
  () => import("../../feature/suggestion/suggestions-of-text.tsx"),
  "SuggestionsOfText"
)

const noSuggestions: ReadonlyArray<Suggestion> = []

// Cards and questions of terms: the list does without them until a row is active.
const TermBar = lazyPart(() => import("../../feature/glossary/term-bar.tsx"), "TermBar")
const BaseText = lazyPart(
  () => import("../../feature/glossary/base-text.tsx"),
  "BaseText",
  ({ text, languageTag, project }) => (
    <TranslationText text={text} languageTag={languageTag} isIcu={project.icuPlaceholders} />
  )
)

/** The argument of a plural key that names none. */
const defaultPluralArgument = "value"

/** Thumbnails of a row; its panel shows all screenshots. */
const thumbnailsMax = 2

interface KeyRowProps {
  /** Its place in the list. */
  readonly index: number
  readonly listedKey: ListedKeyModel
  /** Shown above the row; null: none. */
  readonly namespaceHeading: string | null
  readonly project: ProjectModel
  readonly languages: ReadonlyArray<LanguageModel>
  readonly userId: number
  /** One column for each language; else they stand under each other. */
  readonly isTable: boolean
  readonly isSelected: boolean
  /** It changed, and is only still here because lists never move by themselves. */
  readonly isUnmatched: boolean
  /** null: the list shows no task. */
  readonly task: ShownTask | null
  /** The column with the tab stop; null: it is in another row. */
  readonly activeColumn: number | null
  /** The language whose editor is open; null: none in this row. */
  readonly openLanguageTag: string | null
  readonly statusOf: (keyId: number, languageTag: string) => SaveStatus | null
  /** The user who changed a text last, by `keyId:languageTag`. */
  readonly changedBy: ReadonlyMap<string, string>
  readonly actions: RowActions
}

/** The task that the list shows. */
export interface ShownTask {
  readonly number: number
  /** The language whose texts have the sign. */
  readonly languageTag: string
  /** The user may mark keys as done. */
  readonly mayWork: boolean
}

/** One key: its name at the side, its languages under each other or in columns. */
export const KeyRow = memo(
  ({
    listedKey: key,
    namespaceHeading,
    project,
    languages,
    userId,
    isTable,
    isSelected,
    isUnmatched,
    ...row
  }: KeyRowProps) => {
    const t = useText()
    return (
      <>
        {namespaceHeading !== null && (
          <div role="presentation" className={styles["namespace"]}>
            <bdi>{namespaceHeading}</bdi>
          </div>
        )}
        <div role="presentation" className={`${styles["row"]} ${isTable ? styles["tableRow"] : ""}`}>
          <div
            role="gridcell"
            aria-colindex={1}
            id={cellId({ row: row.index, column: 0 })}
            tabIndex={row.activeColumn === 0 ? 0 : -1}
            className={`${styles["key"]} ${isSelected ? styles["selected"] : ""}`}
            onFocus={() => row.actions.activate({ row: row.index, column: 0 })}
          >
            <div className={styles["head"]}>
              <label className={styles["select"]}>
                <input
                  type="checkbox"
                  tabIndex={-1}
                  aria-label={t("selection.select", { key: key.keyName })}
                  checked={isSelected}
                  onChange={({ nativeEvent }) =>
                    row.actions.select(row.index, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
                  }
                />
              </label>
              <bdi dir="ltr" className={styles["name"]}>
                <KeyName name={key.keyName} />
              </bdi>
            </div>
            {key.keyDescription !== null && <bdi className={styles["description"]}>{key.keyDescription}</bdi>}
            {(isUnmatched || key.keyIsPlural || key.keyTags.length > 0 || key.screenshotCount > 0) && (
              <span className={styles["marks"]}>
                {isUnmatched && (
                  <span className={`${styles["mark"]} ${styles["unmatched"]}`}>{t("translations.unmatched")}</span>
                )}
                {key.keyIsPlural && <span className={styles["mark"]}>{t("translations.plural")}</span>}
                {key.keyTags.map(({ id, name }) => (
                  <bdi key={id} className={styles["mark"]}>
                    {name}
                  </bdi>
                ))}
                {key.screenshotCount > 0 && (
                  <span className={styles["mark"]}>
                    {key.screenshots === null && <ImageIcon aria-hidden />}
                    {key.screenshots?.slice(0, thumbnailsMax).map(({ id, thumbnailUrl }) => (
                      <img
                        key={id}
                        src={thumbnailUrl}
                        alt={t("translations.screenshot-of", { key: key.keyName })}
                        loading="lazy"
                        decoding="async"
                        width={36}
                        height={24}
                        className={styles["thumbnail"]}
                      />
                    ))}
                    {t("translations.screenshots", { count: key.screenshotCount })}
                  </span>
                )}
              </span>
            )}
            {row.activeColumn === 0 && (
              <MenuButton onOpen={(trigger) => row.actions.openMenu({ row: row.index, column: 0 }, trigger)} />
            )}
          </div>
          <div role="presentation" className={styles["texts"]}>
            {languages.map((language, index) => (
              <TextCell
                key={language.tag}
                column={index + 1}
                listedKey={key}
                language={language}
                base={languages.find(({ base }) => base) ?? null}
                project={project}
                place={{ userId, projectId: project.id, keyId: key.keyId, languageTag: language.tag }}
                {...row}
              />
            ))}
          </div>
        </div>
      </>
    )
  }
)

interface TextCellProps
  extends Omit<KeyRowProps, "namespaceHeading" | "languages" | "userId" | "isTable" | "isSelected" | "isUnmatched"> {
  readonly column: number
  readonly language: LanguageModel
  readonly base: LanguageModel | null
  readonly place: DraftPlace
}

const TextCell = ({ column, listedKey: key, language, base, project, place, actions, ...row }: TextCellProps) => {
  const t = useText()
  const position = { row: row.index, column }
  const translation = key.translations[language.tag]
  const text = translation?.text ?? ""
  const state = translation?.state ?? "UNTRANSLATED"
  const name = languageName(language.tag, t.language)
  const isOpen = row.openLanguageTag === language.tag
  const obstacle = editObstacle(project, language, translation, key.tasks)
  const mode = writingMode(project, language, translation, key.tasks)
  const reviewObstacle = mode === "suggest" ? "obstacle.no-review" : stateObstacle(project, language, key.tasks)
  const status = row.statusOf(key.keyId, language.tag)
  const draft = useDraftOf(place)
  const isUnsaved = draft?.save !== undefined && status === null
  const isDone = row.task?.languageTag === language.tag ? isDoneInTask(key, row.task.number) : null
  const baseText = key.translations[base?.tag ?? ""]?.text ?? ""
  const shownText = isUnsaved ? draft.text : text
  const remark = row.activeColumn === column ? textRemark(project, language, translation, key.tasks, t) : null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is a key of the grid
    <div
      role="gridcell"
      aria-colindex={column + 1}
      id={cellId(position)}
      tabIndex={row.activeColumn === column && !isOpen ? 0 : -1}
      className={`${styles["cell"]} ${isOpen ? styles["open"] : ""}`}
      data-language={language.tag}
      data-key={key.keyName}
      aria-readonly={mode === null}
      onFocus={(event) => {
        if (event.target === event.currentTarget) actions.activate(position)
      }}
      onClick={() => {
        // Selecting a text to copy it opens nothing.
        if (!isOpen && window.getSelection()?.isCollapsed !== false) actions.open(position)
      }}
    >
      <span className={styles["language"]} title={name}>
        <span aria-hidden>{language.tag}</span>
        <span className="visually-hidden">
          {name}, {t(stateText(state))}:{" "}
        </span>
      </span>
      {isOpen && <MenuButton onOpen={(trigger) => actions.openMenu(position, trigger)} />}
      {isOpen ? (
        <TranslationEditor
          key={`${key.keyId}:${language.tag}`}
          place={place}
          editedKey={{
            name: key.keyName,
            pluralArgument: key.keyIsPlural ? (key.keyPluralArgName ?? defaultPluralArgument) : null,
            maxCharacters: key.keyMaxCharLimit
          }}
          text={text}
          changedBy={row.changedBy.get(`${key.keyId}:${language.tag}`) ?? null}
          base={base === null || language.base ? null : { text: baseText, languageTag: base.tag }}
          isIcu={project.icuPlaceholders}
          checked={{
            translationId: translation?.id ?? null,
            isUsed: project.useQaChecks,
            onIssueCount: (count) => actions.issueCount(position, count)
          }}
          reviewObstacle={reviewObstacle === null ? null : t(reviewObstacle)}
          isSuggestion={mode === "suggest"}
          suggestions={({ ref, acceptRef, machineRef, onTake, onLeave }) => (
            <>
              {(project.suggestionsMode !== "DISABLED" || (translation?.activeSuggestionCount ?? 0) > 0) && (
                <SuggestionsOfText
                  ref={acceptRef}
                  projectId={project.id}
                  keyId={key.keyId}
                  language={language}
                  userId={place.userId}
                  isIcu={project.icuPlaceholders}
                  text={text}
                  listed={translation?.suggestions ?? noSuggestions}
                  obstacle={obstacle === null ? null : t(obstacle)}
                  onAccept={(suggestion, declinesOthers) => actions.accept(position, suggestion, declinesOthers)}
                  onDecline={(suggestion) => {
                    onLeave()
                    actions.decline(position, suggestion)
                  }}
                  onWithdraw={(suggestion) => {
                    onLeave()
                    actions.withdraw(position, suggestion)
                  }}
                />
              )}
              {base !== null && baseText !== "" && mode === "edit" && getsSuggestions(project, language) && (
                <>
                  <SuggestionList
                    ref={ref}
                    onTake={onTake}
                    project={project}
                    keyId={key.keyId}
                    keyName={key.keyName}
                    keyNamespace={key.keyNamespace}
                    branch={key.branch}
                    language={language}
                    base={{ text: baseText, languageTag: base.tag }}
                  />
                  <MachineSuggestionList
                    ref={machineRef}
                    onTake={onTake}
                    project={project}
                    keyId={key.keyId}
                    language={language}
                    baseText={baseText}
                    text={text}
                  />
                </>
              )}
            </>
          )}
          terms={
            base === null || language.base || baseText === ""
              ? null
              : (slot) => (
                  <TermBar
                    {...slot}
                    project={project}
                    base={{ text: baseText, languageTag: base.tag }}
                    languageTag={language.tag}
                  />
                )
          }
          onSave={(saved, goesOn) => actions.save(position, saved, goesOn)}
          onMove={(by) => actions.move(position, by)}
          onClose={() => actions.close(position)}
        />
      ) : (
        <>
          <div className={styles["text"]}>
            <span className={styles["sign"]} title={t(stateText(state))}>
              <StateSign state={state} />
            </span>
            <div className={styles["content"]} data-base-text={language.base || undefined}>
              {shownText === "" ? (
                <span className={styles["empty"]}>{t("translations.no-text")}</span>
              ) : language.base && row.activeColumn !== null ? (
                <BaseText
                  project={project}
                  text={shownText}
                  languageTag={language.tag}
                  target={row.openLanguageTag === null ? null : { keyId: key.keyId, languageTag: row.openLanguageTag }}
                  isTabStop={false}
                />
              ) : (
                <TranslationText text={shownText} languageTag={language.tag} isIcu={project.icuPlaceholders} />
              )}
              {translation !== undefined && translation.labels.length > 0 && (
                <span className={styles["labels"]}>
                  {translation.labels.map((label) => (
                    <LabelChip key={label.id} label={label} />
                  ))}
                </span>
              )}
              {remark !== null && <p className="visually-hidden">{remark}</p>}
            </div>
          </div>
          <div className={styles["states"]}>
            {isDone !== null && (
              <DoneSign
                isDone={isDone}
                isReadOnly={row.task?.mayWork !== true}
                onMark={(done) => actions.markDone(position, done)}
              />
            )}
            {status === "saving" && <span className={styles["note"]}>{t("editor.saving")}</span>}
            {isUnsaved && <span className={styles["failed"]}>{t("editor.failed")}</span>}
            {draft !== null && !isUnsaved && status === null && (
              <span className={styles["draft"]}>{t("editor.draft")}</span>
            )}
            {translation?.auto === true && (
              <span className={styles["note"]}>
                <Bot aria-hidden />
                {t("machine.sign", { service: machineName(translation.mtProvider, t) })}
              </span>
            )}
            {translation?.outdated === true && (
              <span className={styles["draft"]}>
                <FileDiff aria-hidden />
                {t("translations.outdated")}
              </span>
            )}
            {translation?.auto === true && translation.qualityScore !== null && (
              <span className={styles["note"]}>{t("translations.quality", { score: translation.qualityScore })}</span>
            )}
            {(translation?.qaIssueCount ?? 0) > 0 && (
              <span className={styles["draft"]}>
                <TriangleAlert aria-hidden />
                {t("translations.issues", { count: translation?.qaIssueCount ?? 0 })}
              </span>
            )}
            {(translation?.activeSuggestionCount ?? 0) > 0 && (
              <span className={styles["suggested"]}>
                <Lightbulb aria-hidden />
                {t("translations.suggestions", { count: translation?.activeSuggestionCount ?? 0 })}
              </span>
            )}
            {(translation?.commentCount ?? 0) > 0 && (
              <span className={styles["note"]}>
                <MessageSquare aria-hidden />
                {t("translations.comments", { count: translation?.commentCount ?? 0 })}
              </span>
            )}
            <span
              aria-hidden
              className={styles["word"]}
              data-shown={state === "DISABLED" ? "always" : row.activeColumn === column}
            >
              {t(stateText(state))}
            </span>
            {row.activeColumn === column && <MenuButton onOpen={(trigger) => actions.openMenu(position, trigger)} />}
          </div>
        </>
      )}
    </div>
  )
}

interface DoneSignProps {
  readonly isDone: boolean
  readonly isReadOnly: boolean
  readonly onMark: (done: boolean) => void
}

/** Whether the key is done in the task; by keyboard, a shortcut of the list marks it. */
const DoneSign = ({ isDone, isReadOnly, onMark }: DoneSignProps) => {
  const t = useText()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box in it has the action, this only keeps the editor closed
    <label className={styles["done"]} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        tabIndex={-1}
        // The cell is read with its contents: "Done" would say so of every key.
        aria-label={t(isDone ? "task.done" : "shortcuts.task-done")}
        checked={isDone}
        disabled={isReadOnly}
        onChange={({ target }) => onMark(target.checked)}
      />
      <span aria-hidden>{t("task.done")}</span>
    </label>
  )
}

/** The draft of a text; null: none. */
const useDraftOf = (place: DraftPlace): Draft | null => {
  const stored = useSyncExternalStore(followDrafts, () => localStorage.getItem(draftName(place)))
  return stored === null ? null : readDraft(localStorage, place, Date.now())
}

/** Opens the menu of the active cell; by keyboard that is a key of the grid, which keeps one tab stop. */
const MenuButton = ({ onOpen }: { readonly onOpen: (trigger: Element) => void }) => {
  const t = useText()
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles["menu"]}
      aria-label={t("text.menu")}
      aria-haspopup="menu"
      onClick={(event) => {
        event.stopPropagation()
        onOpen(event.currentTarget)
      }}
    >
      <Ellipsis aria-hidden />
    </button>
  )
}

/** The place of a key that is on its way. */
export const SkeletonRow = ({ languages, isTable }: Pick<KeyRowProps, "languages" | "isTable">) => (
  <div className={`${styles["row"]} ${isTable ? styles["tableRow"] : ""}`}>
    <div className={styles["key"]}>
      <Skeleton width="60%" />
    </div>
    <div className={styles["texts"]}>
      {languages.map(({ tag }) => (
        <div key={tag} className={styles["cell"]}>
          <span className={styles["language"]}>{tag}</span>
          <Skeleton width="70%" />
        </div>
      ))}
    </div>
  </div>
)
