import { history, historyField, historyKeymap, isolateHistory, standardKeymap } from "@codemirror/commands"
import { EditorState, type Extension, Prec } from "@codemirror/state"
import { EditorView, keymap } from "@codemirror/view"
import { useImperativeHandle, useLayoutEffect, useRef } from "react"
import { directionOf } from "../../base/texts/text.ts"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { chips, issuePlaces, setIssueMarks, visibleSpaces } from "./chips.ts"
import { editorAction, type TextEditorProps } from "./text-editor.ts"
import type { TextPlace } from "./text-part.ts"

/** Keys with Ctrl are the browser's, in a text too: only undo is the editor's own, because the browser does not know chips. */
const textKeys = standardKeymap.filter(({ key }) => !/^(?:Mod|Ctrl)-/.test(key ?? ""))

/** Undo restores a deletion alone, without the typing before it: one key deletes a whole chip. */
const wholeDeletions = EditorState.transactionExtender.of((transaction) =>
  transaction.isUserEvent("delete") ? { annotations: isolateHistory.of("before") } : null
)

const keptFields = { history: historyField }

const theme = EditorView.theme({
  "&": { backgroundColor: "var(--bg)", border: "1px solid var(--border-strong)", borderRadius: "var(--radius)" },
  "&.cm-focused": { borderColor: "var(--accent)", outline: "2px solid var(--focus)", outlineOffset: "0" },
  ".cm-scroller": { fontFamily: "var(--font)", lineHeight: "inherit", maxBlockSize: "50dvh", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0", minBlockSize: "calc(2lh + 18px)" },
  ".cm-line": { padding: "0 12px", overflowWrap: "anywhere" },
  ".cm-chip": {
    display: "inline-block",
    padding: "0 5px",
    borderRadius: "4px",
    backgroundColor: "var(--violet-soft)",
    color: "var(--violet)",
    fontFamily: "var(--mono)",
    fontSize: "var(--size-12)",
    unicodeBidi: "isolate",
    cursor: "default"
  },
  ".cm-error": { textDecoration: "underline wavy var(--red)", backgroundColor: "var(--red-soft)" },
  ".cm-warning": { textDecoration: "underline wavy var(--amber)" },
  // A chip is a box of its own, which the line of the text around it does not reach.
  ".cm-error .cm-chip, .cm-warning .cm-chip": { textDecoration: "inherit" },
  ".cm-issue-point": { borderBlockEnd: "2px dotted currentcolor", paddingInlineStart: "0.6em" },
  ".cm-error.cm-issue-point": { color: "var(--red)" },
  ".cm-warning.cm-issue-point": { color: "var(--amber)" },
  ".cm-spaces": { backgroundColor: "var(--amber-soft)", boxShadow: "inset 0 -2px 0 var(--amber)" },
  "@media (forced-colors: active)": { ".cm-chip": { border: "1px solid CanvasText" } },
  "@media (pointer: coarse)": { ".cm-content": { fontSize: "var(--size-16)" } }
})

/** The extensions of every field, before it is connected to its component. */
const extensionsOf = (chipsIn: TextPlace | null): ReadonlyArray<Extension> => [
  // Only \n: a \r of a stored text stays what it is.
  EditorState.lineSeparator.of("\n"),
  history(),
  wholeDeletions,
  keymap.of([...historyKeymap, ...textKeys]),
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, "\n")),
  theme,
  visibleSpaces,
  ...(chipsIn === null ? [] : [chips(chipsIn)]),
  issuePlaces
]

/** Makes a field that is never shown, and drops it: the browser compiles the code for it before a text is opened. */
export const warmUp = (): void => {
  const root = document.createElement("div").attachShadow({ mode: "open" })
  const state = EditorState.create({ doc: "{name}", extensions: [...extensionsOf("message")] })
  const view = new EditorView({ state, parent: root, root })
  view.dispatch({ changes: { from: 0, insert: "a" } })
  view.destroy()
}

/**
 * A text with its placeholders as chips. It lives in a shadow root: there CodeMirror adopts its styles, where the content
 * security policy would refuse a style element.
 */
export const CodeEditor = ({ ref, ...props }: TextEditorProps) => {
  const { marks, label } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useLatest(props)

  const makeState = () => {
    const { initialText, chipsIn, memory, textId } = latest.current
    const extensions = [
      Prec.highest(EditorView.domEventHandlers({ keydown: (event) => handleKey(event) })),
      EditorView.contentAttributes.of(() => contentAttributes(latest.current)),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current.onChange(update.state.sliceDoc())
      }),
      ...extensionsOf(chipsIn)
    ]
    const kept = memory.get(textId)
    return kept === undefined
      ? EditorState.create({ doc: initialText, selection: { anchor: initialText.length }, extensions })
      : EditorState.fromJSON(kept, { extensions }, keptFields)
  }
  const handleKey = (event: KeyboardEvent): boolean => {
    // Keys of the editor are not keys of the list.
    event.stopPropagation()
    const action = editorAction(event)
    if (action === null) return false
    event.preventDefault()
    latest.current.onAction(action)
    return true
  }
  const firstState = useRef(makeState)

  useLayoutEffect(() => {
    const { current } = host
    if (current === null) return
    const root = current.shadowRoot ?? current.attachShadow({ mode: "open" })
    const made = new EditorView({ state: firstState.current(), parent: root, root })
    view.current = made
    return () => {
      latest.current.memory.set(latest.current.textId, made.state.toJSON(keptFields))
      made.destroy()
      view.current = null
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: attributes are read again with each update of the view
  useLayoutEffect(() => {
    view.current?.dispatch({ effects: setIssueMarks.of(marks) })
  }, [marks, label])

  // Before the next key: a field that takes the place of the plain one must lose nothing that is typed meanwhile.
  useLayoutEffect(() => {
    if (!latest.current.takesFocus) return
    view.current?.focus()
  }, [])

  useImperativeHandle(ref, () => ({
    insert: (text) => {
      const { current } = view
      if (current === null) return
      current.dispatch(current.state.replaceSelection(text), { userEvent: "input", scrollIntoView: true })
      current.focus()
    },
    focus: () => view.current?.focus(),
    select: ({ start, end }) => {
      view.current?.dispatch({ selection: { anchor: start, head: end }, scrollIntoView: true })
      view.current?.focus()
    },
    replace: ({ start, end }, text) => {
      view.current?.dispatch({
        changes: { from: start, to: end, insert: text },
        selection: { anchor: start + text.length },
        annotations: isolateHistory.of("full"),
        userEvent: "input.fix",
        scrollIntoView: true
      })
      view.current?.focus()
    }
  }))
  return <div ref={host} data-editor="chips" />
}

const contentAttributes = ({ label, languageTag }: TextEditorProps) => ({
  "aria-label": label,
  lang: languageTag,
  dir: directionOf(languageTag),
  spellcheck: "true",
  autocorrect: "on",
  autocapitalize: "sentences"
})
