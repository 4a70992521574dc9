import { type ChoiceNode, parseMessage, parsePluralMessage, printPluralMessage } from "@dragoman/formats/icu"
import { pluralCategories } from "./plural-category.ts"
import type { TextPlace } from "./text-part.ts"

/** A form of a message: a tab of the editor. */
export interface MessageForm {
  /** `one`, `=0`, `male`; `""`: the message has no forms. */
  readonly selector: string
  readonly text: string
}

/** A message as it is edited: one text, or one for each form of its choice. */
export interface EditedMessage {
  /** null: one text, in one form with the selector `""`. */
  readonly choice: { readonly kind: ChoiceNode["kind"]; readonly name: string; readonly offset: number } | null
  readonly forms: ReadonlyArray<MessageForm>
}

export interface MessagePlace {
  readonly languageTag: string
  /** false: the project has no ICU placeholders, braces are text. */
  readonly isIcu: boolean
  /** The argument of a plural key; null: the key is not plural. */
  readonly pluralArgument: string | null
}

/**
 * A stored text as forms. A plural has a form for every category of the language, also where the text has none. A choice with
 * text around it stays one text; so does anything that does not parse.
 */
export const readMessage = (text: string, place: MessagePlace): EditedMessage => {
  const { languageTag, isIcu, pluralArgument } = place
  if (pluralArgument !== null) {
    const plural = parsePluralMessage(text)
    const choice = { kind: "plural" as const, name: plural?.argumentName ?? pluralArgument, offset: 0 }
    if (plural !== null) return withCategories({ choice, forms: formsOf(plural.forms) }, languageTag)
    if (text === "") return withCategories({ choice, forms: [] }, languageTag)
  }
  const single: EditedMessage = { choice: null, forms: [{ selector: "", text }] }
  const parsed = isIcu ? parseMessage(text) : null
  const [node] = parsed?.kind === "message" && parsed.nodes.length === 1 ? parsed.nodes : []
  if (node === undefined || !("options" in node)) return single
  const selectors = new Set(node.options.map(({ selector }) => selector))
  if (selectors.size !== node.options.length) return single
  const { kind, name, offset } = node
  const forms = node.options.map(({ selector, start, end }) => ({ selector, text: text.slice(start, end) }))
  return withCategories({ choice: { kind, name, offset }, forms }, languageTag)
}

const formsOf = (forms: ReadonlyMap<string, string>): ReadonlyArray<MessageForm> =>
  [...forms].map(([selector, text]) => ({ selector, text }))

/** Exact numbers first, then the categories in their order, then what else the text has. */
const withCategories = (message: EditedMessage, languageTag: string): EditedMessage => {
  if (message.choice === null || message.choice.kind === "select") return message
  const categories = pluralCategories(languageTag, message.choice.kind === "plural" ? "cardinal" : "ordinal")
  const byName = new Map(message.forms.map((form) => [form.selector, form]))
  const exact = message.forms
    .filter(({ selector }) => isExact(selector))
    .toSorted((one, other) => numberOf(one.selector) - numberOf(other.selector))
  const own = categories.map(({ name }) => byName.get(name) ?? { selector: name, text: "" })
  const rest = message.forms.filter(
    ({ selector }) => !isExact(selector) && !categories.some(({ name }) => name === selector)
  )
  return { ...message, forms: [...exact, ...own.slice(0, -1), ...rest, ...own.slice(-1)] }
}

export const isExact = (selector: string): boolean => selector.startsWith("=")

const numberOf = (selector: string): number => Number(selector.slice(1))

/**
 * The text that is stored, printed as the server does. Categories without a text are left out, `other` stands for them; no
 * text in any form is no text.
 */
export const printMessage = ({ choice, forms }: EditedMessage): string => {
  if (choice === null) return forms[0]?.text ?? ""
  if (forms.every(({ text }) => text === "")) return ""
  const kept = forms.filter(
    ({ selector, text }) => text !== "" || selector === "other" || isExact(selector) || choice.kind === "select"
  )
  const named = new Map(kept.map(({ selector, text }) => [selector, text]))
  const plural = printPluralMessage({ argumentName: choice.name, forms: named })
  if (choice.kind === "plural" && choice.offset === 0) return plural
  const offset = choice.offset === 0 ? "" : ` offset:${choice.offset}`
  return plural.replace(`{${choice.name}, plural,`, () => `{${choice.name}, ${choice.kind},${offset}`)
}

export const formText = ({ forms }: EditedMessage, selector: string): string =>
  forms.find((form) => form.selector === selector)?.text ?? ""

export const withForm = (message: EditedMessage, selector: string, text: string): EditedMessage => ({
  ...message,
  forms: message.forms.map((form) => (form.selector === selector ? { selector, text } : form))
})

/** Adds a form for one exact number, unless it is there already. */
export const withExactForm = (message: EditedMessage, number: number, languageTag: string): EditedMessage => {
  const selector = `=${number}`
  if (message.forms.some((form) => form.selector === selector)) return message
  return withCategories({ ...message, forms: [...message.forms, { selector, text: "" }] }, languageTag)
}

export const withoutForm = (message: EditedMessage, selector: string): EditedMessage => ({
  ...message,
  forms: message.forms.filter((form) => form.selector !== selector)
})

/** Returns the context of a form's text. */
export const placeOfForms = ({ choice }: EditedMessage): TextPlace => {
  if (choice === null) return "message"
  return choice.kind === "select" ? "select" : "plural"
}

/** The form of the base text that fits a form of the translation best. */
export const fittingForm = (base: EditedMessage, selector: string): MessageForm => {
  const found = (wanted: string) => base.forms.find((form) => form.selector === wanted && form.text !== "")
  return found(selector) ?? found("other") ?? base.forms[0] ?? { selector: "", text: "" }
}
