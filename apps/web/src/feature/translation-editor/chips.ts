import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state"
import { Decoration, type DecorationSet, EditorView, MatchDecorator, ViewPlugin, WidgetType } from "@codemirror/view"
import { findPlaceholders, type Placeholder, placeholdersOf } from "./placeholder.ts"
import type { IssueMark } from "./text-editor.ts"
import { parsePart, type TextPlace } from "./text-part.ts"

/** A placeholder as it stands in the text: left-to-right, and apart from the text around it. */
class ChipWidget extends WidgetType {
  readonly #placeholder: Placeholder

  constructor(placeholder: Placeholder) {
    super()
    this.#placeholder = placeholder
  }

  override eq(other: ChipWidget): boolean {
    return other.#placeholder.source === this.#placeholder.source
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement("bdi")
    chip.className = "cm-chip"
    chip.dir = "ltr"
    chip.title = this.#placeholder.source
    chip.textContent = this.#placeholder.label
    return chip
  }
}

const chipsOf = (placeholders: ReadonlyArray<Placeholder>): DecorationSet =>
  Decoration.set(
    placeholders.map((placeholder) =>
      Decoration.replace({ widget: new ChipWidget(placeholder) }).range(placeholder.start, placeholder.end)
    )
  )

const textOf = (state: EditorState): string => state.sliceDoc()

/** Placeholders as chips: the caret steps over them, Backspace removes a whole one. While the text does not parse, those that were there stay. */
export const chips = (place: TextPlace): Extension =>
  StateField.define<DecorationSet>({
    create: (state) => chipsOf(findPlaceholders(textOf(state), place)),
    update: (shown, transaction) => {
      if (!transaction.docChanged) return shown
      const text = textOf(transaction.state)
      const parsed = parsePart(text, place)
      return parsed.kind === "error" ? shown.map(transaction.changes) : chipsOf(placeholdersOf(parsed.nodes, text))
    },
    provide: (field) => [
      EditorView.decorations.from(field),
      EditorView.atomicRanges.of((view) => view.state.field(field))
    ]
  })

/** The places of issues in the text as it is now. */
export const setIssueMarks = StateEffect.define<ReadonlyArray<IssueMark>>()

// Inclusive: else a mark that ends with a chip would not be around it.
const issueMarks = {
  error: Decoration.mark({ class: "cm-error", inclusive: true }),
  warning: Decoration.mark({ class: "cm-warning", inclusive: true })
}

/** Shows an issue between two characters, or at the end: something is missing there. */
class IssuePoint extends WidgetType {
  readonly #severity: IssueMark["severity"]

  constructor(severity: IssueMark["severity"]) {
    super()
    this.#severity = severity
  }

  override eq(other: IssuePoint): boolean {
    return other.#severity === this.#severity
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement("span")
    mark.className = `cm-${this.#severity} cm-issue-point`
    mark.setAttribute("aria-hidden", "true")
    return mark
  }
}

/** Underlines the places of issues. It comes after the chips: a mark is around a chip, not split by it. */
export const issuePlaces: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    const told = transaction.effects.findLast((effect) => effect.is(setIssueMarks))
    if (told === undefined) return shown.map(transaction.changes)
    const { length } = transaction.newDoc
    const marks: ReadonlyArray<IssueMark> = told.value
    const inText = marks.filter(({ end }) => end <= length)
    return Decoration.set(
      inText.map(({ start, end, severity }) =>
        start === end
          ? Decoration.widget({ widget: new IssuePoint(severity), side: 1 }).range(start)
          : issueMarks[severity].range(start, end)
      ),
      true
    )
  },
  provide: (field) => EditorView.decorations.from(field)
})

const spaces = new MatchDecorator({ regexp: / {2,}| +$/g, decoration: Decoration.mark({ class: "cm-spaces" }) })

/** Double spaces, and those at the end of a line, can be seen. */
export const visibleSpaces: Extension = ViewPlugin.define(
  (view) => ({
    decorations: spaces.createDeco(view),
    update(update) {
      this.decorations = spaces.updateDeco(update, this.decorations)
    }
  }),
  { decorations: (plugin) => plugin.decorations }
)
