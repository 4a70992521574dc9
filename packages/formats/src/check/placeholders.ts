import type { ArgumentNode, ChoiceNode, MessageNode } from "../icu/message-node.ts"
import type { CheckContext, CheckedForm, FormCheck, FormProblem } from "./check.ts"

type Form = Pick<CheckedForm, "text" | "nodes" | "ranges" | "form" | "start">

/** One placeholder of a form; `name` is what has to be in both texts. */
interface FoundPlaceholder {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The placeholders of the base text stand in the text, and no others. Exactly one of each: the one was renamed. */
export const checkPlaceholders: FormCheck = (form, context) => {
  const { base } = form
  // Where both are no ICU messages, the program reads placeholders of another kind.
  if (base === null || (context.syntaxError !== null) !== context.isBaseBroken) return []
  if (isProse(form) && isProse(base)) return []
  const counted = countedName(context)
  const own = placeholdersIn(form, counted)
  const expected = placeholdersIn(base, counted)
  const inAnyBase = new Set(context.baseForms.flatMap((one) => placeholdersIn(one, counted).map(({ name }) => name)))
  const missing = withoutThoseOf(expected, own).filter(({ name }) => !(isNumber(name) && mayLeaveNumberOut(form)))
  const extra = withoutThoseOf(own, expected).filter(({ name }) => form.form === null || !inAnyBase.has(name))
  const [onlyMissing] = missing
  const [onlyExtra] = extra
  if (missing.length === 1 && extra.length === 1 && onlyMissing !== undefined && onlyExtra !== undefined) {
    const { start, end } = onlyExtra
    const params = { placeholder: shown(onlyExtra.name), expected: shown(onlyMissing.name) }
    return [{ message: "qa_placeholders_replace", params, start, end, replacement: sourceOf(base, onlyMissing) }]
  }
  return [
    ...missing.map(({ name }) => ({ message: "qa_placeholders_missing", params: { placeholder: shown(name) } })),
    ...extra.map(({ name, start, end }) => ({
      message: "qa_placeholders_extra",
      params: { placeholder: shown(name) },
      start,
      end
    }))
  ]
}

/** Placeholders without a number or a name stand in the order of the base text: the program fills them by their place. */
export const checkPlaceholderOrder: FormCheck = (form) => {
  const { base } = form
  if (base === null || isProse(form)) return []
  const own = unnumbered(form)
  const expected = unnumbered(base)
  const isOther = own.length === expected.length && own.some((one, index) => one !== expected[index])
  if (!isOther || [...own].sort().join() !== [...expected].sort().join()) return []
  return [{ message: "qa_placeholders_order", params: { expected: expected.join(" ") } }]
}

/** An argument that is a number, a date or a choice in the base text is one in the text. */
export const checkArgumentTypes: FormCheck = (form, { baseForms }) => {
  if (isProse(form)) return []
  const { nodes, start: shift } = form
  const expected = new Map(baseForms.flatMap((one) => argumentsIn(one.nodes)).map((node) => [node.name, typeOf(node)]))
  return argumentsIn(nodes).flatMap((node): ReadonlyArray<FormProblem> => {
    const type = expected.get(node.name)
    const own = typeOf(node)
    // A plain argument shows any value.
    if (type === undefined || type === own || type === "" || own === "") return []
    const params = { placeholder: `{${node.name}}`, type: own, expected: type }
    return [{ message: "qa_placeholders_type", params, start: node.start - shift, end: node.end - shift }]
  })
}

/** A choice by name has the options of the base text. */
export const checkSelectOptions: FormCheck = (form) => {
  const { nodes, start: shift, base } = form
  if (base === null || isProse(form)) return []
  const expected = new Map(selectsIn(base.nodes).map((node) => [node.name, optionsOf(node)]))
  return selectsIn(nodes).flatMap((node): ReadonlyArray<FormProblem> => {
    const options = expected.get(node.name)
    if (options === undefined) return []
    const own = optionsOf(node)
    const missing = options.filter((option) => !own.includes(option))
    const extra = own.filter((option) => !options.includes(option))
    if (missing.length + extra.length === 0) return []
    const params = { placeholder: `{${node.name}}`, options: [...missing, ...extra].join(", ") }
    return [{ message: "qa_select_options", params, start: node.start - shift, end: node.end - shift }]
  })
}

/** Nothing in it is protected: most texts. */
const isProse = ({ ranges }: Form): boolean => ranges.length === 0

const optionsOf = ({ options }: ChoiceNode): ReadonlyArray<string> => options.map(({ selector }) => selector)

/** The argument of the plural around the forms; `#` and the argument itself show the same number. */
const countedName = ({ checked, baseForms, forms }: CheckContext): string | null => {
  if (forms.every(({ form }) => form === null) && baseForms.every(({ form }) => form === null)) return null
  return /^\{\s*([\p{L}\p{M}\p{N}_]+)/u.exec((checked.base ?? checked).text)?.[1] ?? null
}

const placeholdersIn = ({ text, nodes, ranges, start: shift }: Form, counted: string | null) => [
  ...argumentsIn(nodes).map(({ name, start, end }): FoundPlaceholder => {
    return { name: name === counted ? "#" : `{${name}`, start: start - shift, end: end - shift }
  }),
  ...numberSigns(nodes).map(
    ({ start, end }): FoundPlaceholder => ({ name: "#", start: start - shift, end: end - shift })
  ),
  ...ranges
    .filter(({ kind }) => kind === "placeholder")
    .map(({ start, end }): FoundPlaceholder => ({ name: text.slice(start, end), start, end }))
]

/** Those that the others have no equal for; each counts once, however often it stands there. */
const withoutThoseOf = (placeholders: ReadonlyArray<FoundPlaceholder>, others: ReadonlyArray<FoundPlaceholder>) => {
  const known = new Set(others.map(({ name }) => name))
  return placeholders.filter(({ name }) => {
    if (known.has(name)) return false
    known.add(name)
    return true
  })
}

/** `one`, `=0` and their likes may say the number in words. */
const mayLeaveNumberOut = ({ form }: Form): boolean =>
  form !== null && (form.startsWith("=") || ["zero", "one", "two"].includes(form))

const isNumber = (name: string): boolean => name === "#" || /^%[^(){}]*[diu]$/.test(name)

const sourceOf = ({ text }: Form, { start, end }: FoundPlaceholder): string => text.slice(start, end)

const shown = (name: string): string => (name.startsWith("{") && !name.startsWith("{{") ? `${name}}` : name)

const unnumbered = ({ text, ranges }: Form): ReadonlyArray<string> =>
  ranges
    .filter(({ kind }) => kind === "placeholder")
    .map(({ start, end }) => text.slice(start, end))
    .filter((source) => unnumberedPlaceholder.test(source))

/** `%d`, `%-5.2f`: neither a name nor a number. */
export const unnumberedPlaceholder = /^%[-+0#]*\d*(?:\.\d+)?[a-zA-Z@]+$/

const typeOf = (node: ArgumentNode | ChoiceNode): string =>
  node.kind === "argument" ? (node.type ?? "") : node.kind === "selectordinal" ? "plural" : node.kind

/** All, those in the options of choices too. */
const argumentsIn = (nodes: ReadonlyArray<MessageNode>): ReadonlyArray<ArgumentNode | ChoiceNode> =>
  nodes.flatMap((node) => {
    if (node.kind === "argument") return [node]
    if (node.kind === "literal" || node.kind === "numberSign") return []
    return [node, ...node.options.flatMap((option) => argumentsIn(option.nodes))]
  })

const numberSigns = (nodes: ReadonlyArray<MessageNode>) => nodes.filter(({ kind }) => kind === "numberSign")

const selectsIn = (nodes: ReadonlyArray<MessageNode>): ReadonlyArray<ChoiceNode> =>
  argumentsIn(nodes).filter((node): node is ChoiceNode => node.kind === "select")
