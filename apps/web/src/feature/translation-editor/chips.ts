import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state"
import { Decoration, type DecorationSet, EditorView, MatchDecorator, ViewPlugin, WidgetType } from "@codemirror/view"
import { findPlaceholders, type Placeholder, placeholdersOf } from "./placeholder.ts"
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

/** Offset of the syntax error; null: the text parses. */
export const setErrorOffset = StateEffect.define<number | null>()

const errorMark = Decoration.mark({ class: "cm-error" })

class ErrorAtEnd extends WidgetType {
  override toDOM(): HTMLElement {
    const mark = document.createElement("span")
    mark.className = "cm-error cm-error-end"
    mark.setAttribute("aria-hidden", "true")
    return mark
  }
}

/** Underlines the character where the parser gave up. */
export const errorPlace: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    const told = transaction.effects.findLast((effect) => effect.is(setErrorOffset))
    if (told === undefined) return shown.map(transaction.changes)
    if (told.value === null) return Decoration.none
    const { length } = transaction.newDoc
    const offset = Math.min(length, told.value)
    return Decoration.set(
      offset === length
        ? Decoration.widget({ widget: new ErrorAtEnd(), side: 1 }).range(offset)
        : errorMark.range(offset, offset + 1)
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
