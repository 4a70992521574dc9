import { type ReactNode, type Ref, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { languageName, useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { shownKeys } from "../../widget/shortcut/shown-keys.ts"
import { Button } from "../../widget/ui/button.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { type DraftPlace, readDraft } from "../draft/draft.ts"
import type { CheckFacts, TextIssue } from "./check-message.ts"
import {
  type EditedMessage,
  fittingForm,
  formText,
  placeOfForms,
  printMessage,
  readMessage,
  withExactForm,
  withForm,
  withoutForm
} from "./edited-message.ts"
import { useEditorParts } from "./load-code-editor.ts"
import { registerOpenField } from "./open-field.ts"
import { distinctPlaceholders, findPlaceholders } from "./placeholder.ts"
import { PlainTextEditor } from "./plain-text-editor.tsx"
import { type EditorAction, type TextEditorHandle, termActions } from "./text-editor.ts"
import styles from "./translation-editor.module.css"
import { type CheckedPlace, useIgnoredIssues, useSeverities } from "./use-checks-of-text.ts"
import { useDraft } from "./use-draft.ts"
import { useIssueSteps } from "./use-issue-steps.ts"
import { useTextIssues } from "./use-text-issues.ts"
import { type SaveOptions, useWaitingSave } from "./use-waiting-save.ts"

/** The result of an editor when it saves. */
export interface SavedText {
  readonly text: string
  /** The text that the editor knows: it is not saved over another one. */
  readonly expectedText: string
  readonly isReviewed: boolean
}

/** The facts about the key that an editor needs. */
export interface EditedKey {
  readonly name: string
  /** null: the key is not plural. */
  readonly pluralArgument: string | null
  readonly maxCharacters: number | null
}

export interface BaseText {
  readonly text: string
  readonly languageTag: string
}

/** The connection of suggestions to the field that they stand under. */
export interface SuggestionSlot {
  readonly ref: Ref<{ readonly take: (index: number) => void }>
  readonly acceptRef: Ref<{ readonly accept: (index: number) => void }>
  readonly machineRef: Ref<{ readonly take: (index: number) => void }>
  readonly onTake: (text: string) => void
  /** Moves the focus into the field, from a button that goes away. */
  readonly onLeave: () => void
}

/** The connection of terms to the field that they stand under. */
export interface TermSlot {
  readonly ref: Ref<{ readonly insert: (index: number) => void }>
  readonly onInsert: (text: string) => void
}

interface TranslationEditorProps {
  readonly place: DraftPlace
  readonly editedKey: EditedKey
  /** The stored text; it changes when another user saves. */
  readonly text: string
  /** The user who changed the text last while it was open; null: not known. */
  readonly changedBy: string | null
  /** null: this is the base language. */
  readonly base: BaseText | null
  readonly isIcu: boolean
  /** The checks of the text on the server. */
  readonly checked: Pick<CheckedPlace, "translationId" | "isUsed" | "onIssueCount">
  /** null: the text can be saved as reviewed. */
  readonly reviewObstacle: string | null
  /** Saving makes a suggestion: the user may not edit the text. */
  readonly isSuggestion: boolean
  /** Renders the suggestions under the field. */
  readonly suggestions: (slot: SuggestionSlot) => ReactNode
  /** Renders the terms of the base text under the field; null: this is the base language. */
  readonly terms: ((slot: TermSlot) => ReactNode) | null
  readonly onSave: (saved: SavedText, goesOn: boolean) => void
  /** Opens the text after this one, or before it; the draft is kept by then. */
  readonly onMove: (by: 1 | -1) => void
  /** The draft is kept by then. */
  readonly onClose: () => void
}

const ConflictBanner = lazyPart(() => import("./conflict-banner.tsx"), "ConflictBanner")

/** The open text: its forms, its field, its issues, its actions and its draft. Closing keeps what was typed; only "Discard draft" drops it. */
export const TranslationEditor = (props: TranslationEditorProps) => {
  const { place, editedKey, text, base, isIcu, onSave, onMove, onClose } = props
  const t = useText()
  const { languageTag } = place
  const messagePlace = { languageTag, isIcu, pluralArgument: editedKey.pluralArgument }
  const [draft] = useState(() => readDraft(localStorage, place, Date.now()))
  const [opened, setOpened] = useState(draft?.from ?? text)
  const [theirs, setTheirs] = useState<string | null>(null)
  const initial = draft?.text ?? text
  const [edited, setEdited] = useState(() => startEditing(readMessage(initial, messagePlace), editedKey))
  const [isConfirming, setConfirming] = useState(false)
  const [waitingSave, setWaitingSave] = useState<SaveOptions | null>(null)
  const field = useRef<TextEditorHandle>(null)
  const suggestions = useRef<{ readonly take: (index: number) => void }>(null)
  const suggestionsOfText = useRef<{ readonly accept: (index: number) => void }>(null)
  const machines = useRef<{ readonly take: (index: number) => void }>(null)
  const terms = useRef<{ readonly insert: (index: number) => void }>(null)
  const [memory] = useState(() => new Map<string, unknown>())
  const bar = useRef<HTMLDivElement>(null)
  const editor = useRef<HTMLFieldSetElement>(null)
  useKeptInView(editor)

  const { message, selector, isRaw, generation } = edited
  const unchanged = printMessage(readMessage(opened, messagePlace))
  const printed = printMessage(message)
  const typed = printed === unchanged ? opened : printed
  const keep = useDraft(place, opened)

  const change = (next: EditedMessage, changes: Partial<Editing> = {}) => {
    const nextPrinted = printMessage(next)
    setConfirming(false)
    setEdited({ ...edited, message: next, ...changes })
    keep.later(nextPrinted === unchanged ? opened : nextPrinted)
  }
  /** Another text in the field than the one that was typed. */
  const replace = (nextText: string, nextOpened: string) => {
    setConfirming(false)
    setWaitingSave(null)
    setOpened(nextOpened)
    setEdited({ ...startEditing(readMessage(nextText, messagePlace), editedKey), generation: generation + 1 })
  }
  const discard = () => {
    keep.drop()
    replace(text, text)
    setTheirs(null)
  }

  const baseMessage =
    base === null || base.text === ""
      ? null
      : readMessage(base.text, {
          languageTag: base.languageTag,
          isIcu,
          pluralArgument: editedKey.pluralArgument
        })
  const judged = message.choice === null ? readMessage(printed, messagePlace) : message
  const { parts, isLoading } = useEditorParts()
  const checkedPlace = { ...props.checked, projectId: place.projectId, languageTag }
  const severities = useSeverities(checkedPlace)
  const facts: CheckFacts = {
    message,
    languageTag,
    isIcu,
    isPlural: editedKey.pluralArgument !== null,
    base: baseMessage === null ? null : base,
    maxCharacters: editedKey.maxCharacters,
    severities
  }
  const sentenceOf = parts?.sentenceOf ?? noSentence
  const ignored = useIgnoredIssues(checkedPlace, parts?.matchStored ?? null, facts, text, sentenceOf)
  const allIssues = useTextIssues(parts?.checkMessage ?? null, facts)
  const issues = allIssues.filter((issue) => !ignored.isIgnored(issue))
  const checkNow = () => parts?.checkMessage(facts).filter((issue) => !ignored.isIgnored(issue)) ?? []
  const isChanged = typed !== opened
  useSaidIssues(issues.filter(isError).map(sentenceOf).join(" "))

  const save = (options: SaveOptions) => {
    if (props.isSuggestion && isChanged && typed.trim() === "") return announce(t("suggestion.blank"), "assertive")
    if (isChanged && isLoading && !options.isUnjudged) {
      announce(t("editor.saving"))
      return setWaitingSave(options)
    }
    setWaitingSave(null)
    const found = isChanged || options.isReviewed ? checkNow() : []
    const obstacle = found.find(
      ({ isBlocking, severity }) => isBlocking || (options.isReviewed && severity === "error")
    )
    if (obstacle !== undefined && (isChanged || !obstacle.isBlocking)) {
      const sentence = obstacle.isBlocking ? "issue.blocks" : "issue.blocks-review"
      announce(t(sentence, { issue: sentenceOf(obstacle) }), "assertive")
      return field.current?.focus()
    }
    const [first] = isChanged ? found : []
    if (first !== undefined && !isConfirming) {
      setConfirming(true)
      announce(t("issue.confirm"), "assertive")
      return
    }
    // The caller keeps the text from here on.
    keep.handOver()
    onSave({ text: typed, expectedText: opened, isReviewed: options.isReviewed }, options.goesOn)
  }
  useWaitingSave(waitingSave, isLoading, save)
  const selectForm = (by: 1 | -1) => {
    const index = message.forms.findIndex((form) => form.selector === selector)
    const next = message.forms[(index + by + message.forms.length) % message.forms.length]
    if (next !== undefined) setEdited({ ...edited, selector: next.selector, takesFocus: true })
  }
  const toggleRaw = () => {
    if (!isRaw) {
      const raw: EditedMessage = { choice: null, forms: [{ selector: "", text: printed }] }
      return setEdited({ message: raw, selector: "", isRaw: true, takesFocus: true, generation: generation + 1 })
    }
    if (checkNow().some(({ code }) => code === "qa_icu_syntax_error" || code === "text_not_plural")) {
      return announce(t("editor.raw-stays"), "assertive")
    }
    setEdited({ ...startEditing(judged, editedKey), generation: generation + 1 })
  }
  /** Puts a whole text into the field; the field can undo that, unless it brings other forms. */
  const take = (taken: string) => {
    const next = readMessage(taken, messagePlace)
    if (isRaw || (next.choice === null && message.choice === null)) {
      return field.current?.replace({ start: 0, end: formText(message, selector).length }, taken)
    }
    change(next, { ...startEditing(next, editedKey), generation: generation + 1 })
  }
  const insert = (inserted: string) => field.current?.insert(inserted)
  useOpenField(place, { take, insert })
  const steps = useIssueSteps({
    field,
    selector,
    issues,
    checkNow,
    sentenceOf,
    onSelectForm: (next) => setEdited({ ...edited, selector: next, takesFocus: true }),
    canIgnore: ignored.canIgnore,
    onIgnore: (issue) => void ignored.setIgnored(issue, true)
  })
  const actions: Readonly<Record<EditorAction, () => void>> = {
    save: () => save({ goesOn: false, isReviewed: false }),
    saveAndNext: () => save({ goesOn: true, isReviewed: false }),
    saveReviewed: () =>
      props.reviewObstacle === null
        ? save({ goesOn: false, isReviewed: true })
        : announce(props.reviewObstacle, "assertive"),
    close: onClose,
    nextText: () => onMove(1),
    previousText: () => onMove(-1),
    nextForm: () => selectForm(1),
    previousForm: () => selectForm(-1),
    placeholders: () => focusPlaceholders(bar),
    raw: toggleRaw,
    nextIssue: steps.goToNext,
    fix: () => steps.fix(),
    suggestion1: () => suggestions.current?.take(0),
    suggestion2: () => suggestions.current?.take(1),
    suggestion3: () => suggestions.current?.take(2),
    accept1: () => suggestionsOfText.current?.accept(0),
    accept2: () => suggestionsOfText.current?.accept(1),
    accept3: () => suggestionsOfText.current?.accept(2),
    machine1: () => machines.current?.take(0),
    machine2: () => machines.current?.take(1),
    machine3: () => machines.current?.take(2),
    ...termActions((index) => terms.current?.insert(index)),
    ignore: () => steps.ignore()
  }

  const language = languageName(languageTag, t.language)
  const shown = formText(message, selector)
  const formPlace = placeOfForms(message)
  const baseForm = baseMessage === null ? null : fittingForm(baseMessage, selector)
  const offered =
    baseMessage === null || baseForm === null || !isIcu || (isRaw && judged.choice !== null)
      ? []
      : distinctPlaceholders(findPlaceholders(baseForm.text, placeOfForms(baseMessage))).filter(
          ({ kind }) => kind !== "number" || formPlace === "plural"
        )
  const marks = useMemo(
    () =>
      issues.flatMap(({ range, severity, ...issue }) =>
        range !== null && issue.selector === selector ? [{ ...range, severity }] : []
      ),
    [issues, selector]
  )
  // A field that the user is typing in stays what it is; one with a draft of before does not.
  const [typedAtFirst] = useState(typed)
  const [isPlain, setPlain] = useState(parts === null)
  if (isPlain && parts !== null && typed === typedAtFirst) setPlain(false)
  const Field = isPlain || parts === null ? PlainTextEditor : parts.CodeEditor
  const formName = message.choice === null ? "" : `, ${selector.replace("=", "= ")}`
  const fieldElement = (
    <Field
      key={`${generation} ${selector}`}
      ref={steps.attach}
      memory={memory}
      textId={`${generation} ${selector}`}
      takesFocus={edited.takesFocus}
      initialText={shown}
      chipsIn={isIcu && !isRaw ? formPlace : null}
      marks={marks}
      languageTag={languageTag}
      label={`${t("editor.field", { key: editedKey.name, language })}${formName}`}
      onChange={(next) => change(withForm(message, selector, next))}
      onAction={(action) => actions[action]()}
    />
  )
  return (
    <fieldset
      ref={editor}
      className={styles["editor"]}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === "Escape" && !event.defaultPrevented) onClose()
      }}
    >
      <legend className="visually-hidden">{t("editor.title", { key: editedKey.name, language })}</legend>
      {text !== opened && (
        <ConflictBanner
          before={opened}
          theirs={text}
          changedBy={props.changedBy}
          languageTag={languageTag}
          onTake={() => {
            keep.drop()
            replace(text, text)
            setTheirs(null)
          }}
          onKeep={() => {
            setOpened(text)
            keep.later(typed)
          }}
          onEditBoth={() => {
            setTheirs(text)
            setOpened(text)
            keep.later(typed)
          }}
        />
      )}
      {theirs !== null && (
        <p className={styles["theirs"]}>
          <span className={styles["caption"]}>{t("conflict.theirs")}</span>
          <bdi lang={languageTag}>{theirs}</bdi>
        </p>
      )}
      {message.choice === null || parts === null ? (
        fieldElement
      ) : (
        <parts.FormTabs
          message={message}
          languageTag={languageTag}
          selector={selector}
          issues={issues}
          baseForm={baseForm}
          base={baseMessage}
          baseLanguageTag={base?.languageTag ?? languageTag}
          onSelect={(next) => setEdited({ ...edited, selector: next, takesFocus: false })}
          onAdd={(number) =>
            change(withExactForm(message, number, languageTag), { selector: `=${number}`, takesFocus: true })
          }
          onRemove={(removed) => {
            const rest = withoutForm(message, removed)
            change(rest, { selector: rest.forms[0]?.selector ?? "", takesFocus: true })
          }}
        >
          {fieldElement}
        </parts.FormTabs>
      )}
      {parts !== null && (
        <parts.BeneathField
          bar={bar}
          offered={offered}
          message={judged}
          maxCharacters={editedKey.maxCharacters}
          selector={selector}
          issues={issues}
          sentenceOf={sentenceOf}
          current={steps.current}
          fixable={steps.fixable}
          isConfirming={isConfirming}
          hasForms={message.choice !== null}
          ignored={allIssues.filter(ignored.isIgnored)}
          canIgnore={ignored.canIgnore}
          onIgnore={steps.ignore}
          onBringBack={(issue) => {
            field.current?.focus()
            void ignored.setIgnored(issue, false)
          }}
          onFix={steps.fix}
          onInsert={insert}
          onLeaveBar={() => field.current?.focus()}
        />
      )}
      {props.terms?.({ ref: terms, onInsert: insert })}
      {props.suggestions({
        ref: suggestions,
        acceptRef: suggestionsOfText,
        machineRef: machines,
        onTake: take,
        onLeave: () => field.current?.focus()
      })}
      <div className={styles["actions"]}>
        {isChanged && (
          <Button kind="quiet" onPress={discard}>
            {t("editor.discard")}
          </Button>
        )}
        {isIcu && (
          <Button kind="quiet" aria-pressed={isRaw} onPress={toggleRaw}>
            {t("editor.raw")} <kbd>F2</kbd>
          </Button>
        )}
        <span className={styles["space"]} />
        <Button kind="quiet" onPress={onClose}>
          {t("action.close")} <kbd>Esc</kbd>
        </Button>
        <span className={styles["saves"]}>
          <Button onPress={actions.saveAndNext}>
            {t(props.isSuggestion ? "suggestion.suggest-and-next" : "editor.save-and-next")}{" "}
            <kbd>{shownKeys("Ctrl ↵", t)}</kbd>
          </Button>
          <Button kind="primary" isPending={waitingSave !== null} onPress={actions.save}>
            {t(props.isSuggestion ? "suggestion.suggest" : "action.save")} <kbd>↵</kbd>
          </Button>
        </span>
      </div>
    </fieldset>
  )
}

const isError = ({ severity }: TextIssue): boolean => severity === "error"

/** Without the parts that check the text there is no issue to say. */
const noSentence = (): string => ""

interface Editing {
  readonly message: EditedMessage
  /** The form in the field. */
  readonly selector: string
  /** The text is shown as it is written, in one piece. */
  readonly isRaw: boolean
  /** The field gets the focus: not while the user walks through the tabs. */
  readonly takesFocus: boolean
  /** Another number is another field, with an undo history of its own. */
  readonly generation: number
}

/** A plural key whose text is no plural can only be mended as it is written. */
const startEditing = (message: EditedMessage, { pluralArgument }: EditedKey): Editing => ({
  message,
  selector: message.forms.find(({ selector }) => !selector.startsWith("="))?.selector ?? "",
  isRaw: pluralArgument !== null && message.choice === null,
  takesFocus: true,
  generation: 0
})

const focusPlaceholders = (bar: RefObject<HTMLDivElement | null>) => {
  const buttons = bar.current?.querySelectorAll("button") ?? []
  const first = bar.current?.querySelector<HTMLElement>("button[data-missing=true]") ?? buttons[0]
  first?.focus()
}

/** Registers the field for what is taken beside it. */
const useOpenField = (
  { keyId, languageTag }: DraftPlace,
  field: { readonly take: (text: string) => void; readonly insert: (text: string) => void }
): void => {
  const latest = useLatest(field)
  useEffect(() => {
    const take = (text: string) => latest.current.take(text)
    return registerOpenField({ keyId, languageTag, take, insert: (text) => latest.current.insert(text) })
  }, [keyId, languageTag])
}

/** Announces errors when typing pauses. */
const useSaidIssues = (sentences: string) => {
  useEffect(() => {
    if (sentences === "") return
    const timer = setTimeout(() => announce(sentences), issuePauseMillis)
    return () => clearTimeout(timer)
  }, [sentences])
}

const issuePauseMillis = 150

/**
 * Scrolls an open editor into view when it appears and whenever it grows: tabs, warnings and buttons below the field come
 * later. An editor without the focus moves nothing.
 */
const useKeptInView = (editor: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const { current } = editor
    if (current === null) return
    const observer = new ResizeObserver(() => {
      if (current.contains(document.activeElement)) current.scrollIntoView({ block: "nearest" })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [editor])
}
