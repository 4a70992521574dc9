import type { ChoiceNode, MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import type { CheckContext, CheckedForm, CheckedText } from "./check.ts"
import { protectedRanges, withoutRanges } from "./protected-ranges.ts"

/** Parses a text and its base once, for all checks. */
export const makeContext = (checked: CheckedText): CheckContext => {
  const own = readForms(checked.text, checked)
  const base = checked.base === null || isName(checked.base.text) ? null : readBase(checked.base.text, checked)
  const baseForms = base?.forms ?? []
  const other = baseForms.find(({ form }) => form === "other") ?? baseForms[0] ?? null
  return {
    checked,
    language: primaryLanguage(checked.languageTag),
    baseLanguage: checked.base === null ? null : primaryLanguage(checked.base.languageTag),
    syntaxError: own.syntaxError,
    isBaseBroken: base?.syntaxError != null,
    forms: own.forms.map((form) => ({ ...form, base: baseForms.find((one) => one.form === form.form) ?? other })),
    baseForms
  }
}

/** `error.not_found`: some programs have names in the place of base texts. */
const isName = (text: string): boolean => /^(?=.*[a-z])[a-z\d]+(?:[._][A-Za-z\d]+)+$/.test(text)

/** `pt` of `pt-BR`. */
const primaryLanguage = (languageTag: string): string => (languageTag.split(/[-_]/)[0] ?? languageTag).toLowerCase()

/** The texts of a key in all languages are compared with one base text, one after the other. */
const readBase = (text: string, checked: CheckedText): ReadText => {
  if (lastBase?.text !== text || lastBase.isIcu !== checked.isIcu) {
    lastBase = { text, isIcu: checked.isIcu, read: readForms(text, checked) }
  }
  return lastBase.read
}

let lastBase: { readonly text: string; readonly isIcu: boolean; readonly read: ReadText } | null = null

type ReadText = Pick<CheckContext, "syntaxError"> & { readonly forms: Forms }

const readForms = (text: string, { isIcu }: CheckedText): ReadText => {
  if (!isIcu) return { syntaxError: null, forms: [formOf(null, text, [], 0)] }
  const parsed = parseMessage(text)
  if (parsed.kind === "error") {
    return { syntaxError: { message: parsed.message, offset: parsed.offset }, forms: [formOf(null, text, [], 0)] }
  }
  const plural = wholePlural(parsed.nodes)
  if (plural === null) return { syntaxError: null, forms: [formOf(null, text, parsed.nodes, 0)] }
  const forms = plural.options.map(({ selector, nodes, start, end }) =>
    formOf(selector, text.slice(start, end), nodes, start)
  )
  return { syntaxError: null, forms }
}

type Forms = CheckContext["baseForms"]

/** The plural that is the whole message. */
const wholePlural = (nodes: ReadonlyArray<MessageNode>): ChoiceNode | null => {
  const [first, ...others] = nodes
  return first?.kind === "plural" && others.length === 0 ? first : null
}

const formOf = (
  form: string | null,
  text: string,
  nodes: ReadonlyArray<MessageNode>,
  start: number
): Omit<CheckedForm, "base"> => {
  const ranges = protectedRanges(text, nodes, start)
  return { form, text, nodes, start, ranges, prose: withoutRanges(text, ranges) }
}
