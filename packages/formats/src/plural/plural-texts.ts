import { escapeMessage } from "../icu/escape-message.ts"
import type { MessageNode } from "../icu/message-node.ts"
import { intoForm, moveNodes, outOfForm } from "../icu/move-nodes.ts"
import { parseMessage } from "../icu/parse-message.ts"
import {
  isCompleteForm,
  isEmptyPlural,
  isLeftOut,
  type PluralMessage,
  parsePluralMessage,
  printPluralMessage
} from "./plural-message.ts"

/** Argument of a plural key when neither the key nor a text names one. Source: docs/reference/content.md#plurals. */
export const defaultPluralArgument = "value"

export type PluralTexts<K> =
  | { readonly kind: "plural"; readonly argumentName: string; readonly texts: ReadonlyMap<K, string | null> }
  | { readonly kind: "notPlural"; readonly key: K }

/**
 * Texts of a plural key as they are stored: the plural covers the whole text, with one argument name. `argumentName`
 * null: the most frequent one of the texts. `""` and a plural of empty forms only are null, and null stays null. A text
 * stays with its own argument where it uses the other name for something else. `key` names the first text that is no plural.
 * Source: docs/reference/content.md#plurals.
 */
export const toPluralTexts = <K>(texts: ReadonlyMap<K, string | null>, argumentName: string | null): PluralTexts<K> => {
  const plurals = new Map<K, PluralMessage | null>()
  for (const [key, text] of texts) {
    const plural = isEmpty(text) ? null : parsePluralMessage(text)
    if (plural === null && !isEmpty(text)) return { kind: "notPlural", key }
    plurals.set(key, plural)
  }
  const name = argumentName ?? mostFrequentArgument(plurals.values())
  const stored = new Map([...plurals].map(([key, plural]) => [key, plural && toStoredText(plural, name)]))
  return { kind: "plural", argumentName: name, texts: stored }
}

/**
 * The texts of a new key when any of them is a plural: then all are, the others with one form. Null = none is a plural.
 * Source: docs/reference/content.md#plurals.
 */
export const detectPlural = <K>(
  texts: ReadonlyMap<K, string | null>
): { readonly argumentName: string; readonly texts: ReadonlyMap<K, string | null> } | null => {
  const plurals = [...texts.values()].flatMap((text) => (isEmpty(text) ? [] : (parsePluralMessage(text) ?? [])))
  if (plurals.length === 0) return null
  const argumentName = mostFrequentArgument(plurals)
  return { argumentName, texts: new Map([...texts].map(([key, text]) => [key, asPluralText(text, argumentName)])) }
}

/**
 * Any text as a stored plural: a plural with the argument renamed, another text with one form. No text, which a plural of
 * empty forms only is too, as null.
 * Source: docs/reference/content.md#plurals.
 */
export const asPluralText = (text: string | null, argumentName: string): string | null => {
  if (isEmpty(text)) return null
  const plural = parsePluralMessage(text)
  return plural === null ? wrapAsPlural(text, argumentName) : toStoredText(plural, argumentName)
}

/**
 * A text as a plural with the one form `other`. Its `#` stays a character; a text that is no ICU message is quoted.
 * Source: docs/reference/content.md#plurals.
 */
export const wrapAsPlural = (text: string, argumentName: string): string =>
  printPluralMessage({ argumentName, forms: new Map([["other", toForm(text)]]) })

/**
 * The text of a plural key that is plural no longer: the form `other`, whose `#` becomes a character. `losesForms`: there
 * was another one. A text that is no plural stays as it is.
 * Source: docs/reference/content.md#plurals.
 */
export const pluralToSingular = (
  text: string | null
): { readonly text: string | null; readonly losesForms: boolean } => {
  const plural = isEmpty(text) ? null : parsePluralMessage(text)
  if (plural === null) return { text, losesForms: false }
  const other = fromForm(plural.forms.get("other") ?? "")
  return { text: other === "" ? null : other, losesForms: new Set(plural.forms.values()).size > 1 }
}

/**
 * The text with its forms changed, each by itself: the argument and the keywords stay. A text that is no plural changes as a whole. Null:
 * a changed form is no ICU message by itself, so the text would be no plural any more. `""`: no form has a text.
 */
export const changeForms = (text: string, change: (form: string) => string): string | null => {
  const plural = parsePluralMessage(text)
  if (plural === null) return change(text)
  const forms = new Map([...plural.forms].map(([keyword, form]) => [keyword, change(form)]))
  if ([...forms].every(([keyword, form]) => form === plural.forms.get(keyword))) return text
  if (![...forms.values()].every(isCompleteForm)) return null
  return isEmptyPlural(forms) ? "" : printPluralMessage({ ...plural, forms })
}

/**
 * Are the texts equal, or plurals with the same argument that differ only in the order of their forms, or in forms that say
 * nothing: keywords without a text, or with that of `other`? A form for an exact number always says something: without it
 * the number has the form of its keyword. Source: docs/import.md#conflicts.
 */
export const isSameText = (left: string | null, right: string | null): boolean => {
  if (left === right) return true
  const leftPlural = isEmpty(left) ? null : parsePluralMessage(left)
  const rightPlural = isEmpty(right) ? null : parsePluralMessage(right)
  if (saysNothing(left, leftPlural) || saysNothing(right, rightPlural)) {
    return saysNothing(left, leftPlural) && saysNothing(right, rightPlural)
  }
  if (leftPlural === null || rightPlural === null) return false
  return essenceOf(leftPlural) === essenceOf(rightPlural)
}

/** True if the name can stand in an ICU message. */
export const isArgumentName = (name: string): boolean => /^[\p{L}\p{M}\p{N}_]+$/u.test(name)

const saysNothing = (text: string | null, plural: PluralMessage | null): boolean =>
  isEmpty(text) || (plural !== null && isEmptyPlural(plural.forms))

const isEmpty = (text: string | null): text is null | "" => text === null || text === ""

/** Returns the most frequent one; the first one of those that are equally frequent. */
const mostFrequentArgument = (plurals: Iterable<PluralMessage | null>): string => {
  const counts = new Map<string, number>()
  for (const plural of plurals) {
    if (plural !== null) counts.set(plural.argumentName, (counts.get(plural.argumentName) ?? 0) + 1)
  }
  const [first] = [...counts].sort(([, left], [, right]) => right - left)
  return first?.[0] ?? defaultPluralArgument
}

const toStoredText = (plural: PluralMessage, argumentName: string): string | null =>
  isEmptyPlural(plural.forms) ? null : printWithArgument(plural, argumentName)

/** Uses of the argument in the forms are renamed with it. */
const printWithArgument = (plural: PluralMessage, argumentName: string): string => {
  const text = printPluralMessage(plural)
  if (plural.argumentName === argumentName) return text
  const parsed = parseMessage(text)
  if (parsed.kind === "error" || parsed.nodes.some((node) => usesArgument(node, argumentName))) return text
  return moveNodes(text, parsed.nodes, {
    isFromPlural: false,
    isIntoPlural: false,
    renameArgument: (name) => (name === plural.argumentName ? argumentName : name)
  })
}

const usesArgument = (node: MessageNode, argumentName: string): boolean => {
  if (node.kind === "literal" || node.kind === "numberSign") return false
  if (node.name === argumentName) return true
  return node.kind !== "argument" && node.options.some(({ nodes }) => nodes.some((n) => usesArgument(n, argumentName)))
}

const toForm = (text: string): string => {
  if (!text.includes("#") && isCompleteForm(text)) return text
  const parsed = parseMessage(text)
  return parsed.kind === "error" ? escapeMessage(text, true) : moveNodes(text, parsed.nodes, intoForm)
}

const fromForm = (form: string): string => {
  if (!form.includes("#")) return form
  const message = `{n, plural, other {${form}}}`
  const parsed = parseMessage(message)
  const plural = parsed.kind === "message" ? parsed.nodes[0] : undefined
  return plural?.kind === "plural" ? moveNodes(message, plural.options[0]?.nodes ?? [], outOfForm) : form
}

const essenceOf = ({ argumentName, forms }: PluralMessage): string => {
  const other = forms.get("other") ?? ""
  const kept = [...forms].filter(([keyword, form]) => keyword === "other" || !isLeftOut(keyword, form, other))
  return JSON.stringify([argumentName, ...kept.sort(([left], [right]) => (left < right ? -1 : 1))])
}
