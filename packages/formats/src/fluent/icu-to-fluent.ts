import {
  Identifier,
  type InlineExpression,
  NumberLiteral,
  Pattern,
  type PatternElement,
  Placeable,
  SelectExpression,
  StringLiteral,
  serializeExpression,
  TextElement,
  VariableReference,
  Variant
} from "@fluent/syntax"
import type { ArgumentNode, ChoiceNode, ChoiceOption, MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { printPluralForms } from "../placeholder/printing/print-message.ts"
import { pluralKeywords } from "../plural/plural-keyword.ts"
import { callOfFormat, ordinalCall } from "./argument-format.ts"
import { inUsualOrder, isKeptAsText } from "./fluent-to-icu.ts"
import { parsePattern } from "./parse-fluent.ts"
import { printPatternSource } from "./pattern-source.ts"

export interface PrintedPattern {
  readonly pattern: Pattern
  readonly warning: PrintWarning | null
}

/**
 * A stored text as a pattern. A message with a part that Fluent cannot say is text as a whole, as it is stored. Without ICU
 * placeholders the text is the pattern itself.
 * Source: docs/formats.md#fluent.
 */
export const printPattern = (text: string, isPlural: boolean, icuPlaceholders: boolean): PrintedPattern => {
  if (!icuPlaceholders) return isPlural ? printPlainPlural(text) : printPlainPattern(text)
  const parsed = parseMessage(text)
  if (parsed.kind === "error") {
    const sentence = `The text is not an ICU message (${parsed.message}): it is written as it is stored.`
    return { pattern: textPattern(text), warning: { reason: "invalidMessage", sentence } }
  }
  const context: Context = { warnings: [], unprintable: null }
  const elements = printNodes(parsed.nodes, isPlural ? "stored" : "nested", null, context)
  if (context.unprintable !== null) return { pattern: textPattern(text), warning: context.unprintable }
  const hasPlural = parsed.nodes.some(({ kind }) => kind === "plural")
  const warnings = [...context.warnings, !isPlural && hasPlural ? readsAsPlural : null]
  return { pattern: new Pattern(elements), warning: joinWarnings(warnings) }
}

interface Context {
  readonly warnings: Array<PrintWarning>
  /** Null = all of the message can be said. */
  unprintable: PrintWarning | null
}

/** In the plural of a key an empty form says nothing; elsewhere it is an empty text. */
type Place = "stored" | "nested"

const printNodes = (
  nodes: ReadonlyArray<MessageNode>,
  place: Place,
  pluralName: string | null,
  context: Context
): Array<PatternElement> => {
  const items = nodes.flatMap((node): ReadonlyArray<Item> => {
    if (node.kind === "literal") return splitLiteral(node.value)
    if (node.kind === "argument") return [new Placeable(printArgument(node, context))]
    if (node.kind === "numberSign") return [new Placeable(variable(pluralName ?? "", context))]
    return [new Placeable(printChoice(node, place, context))]
  })
  return layOut(items)
}

const printArgument = (node: ArgumentNode, context: Context): InlineExpression => {
  const reference = variable(node.name, context)
  if (node.type === null) return reference
  const format = node.style === null ? node.type : `${node.type}, ${node.style}`
  const call = callOfFormat(reference.id.name, format)
  if (call === null) return unprintable("argument", `The format "${format}" of "${node.name}"`, context)
  if (format === "time, medium") context.warnings.push(mediumTime)
  return call
}

/** Fluent's names begin with a letter of ASCII. */
const variable = (name: string, { warnings }: Context): VariableReference => {
  const isFluentName = /^[A-Za-z]\w*$/.test(name)
  const fluentName = isFluentName ? name : `arg${name.replace(/\W/g, "_")}`
  if (!isFluentName) {
    const sentence = `Fluent has no variable "${name}": it is written as "${fluentName}".`
    warnings.push({ reason: "argumentName", sentence })
  }
  return new VariableReference(new Identifier(fluentName))
}

const printChoice = (node: ChoiceNode, place: Place, context: Context): SelectExpression | InlineExpression => {
  const { kind, name, offset } = node
  const options = orderOptions(node, place, context)
  if (offset !== 0) return unprintable("choice", `The offset of "${name}"`, context)
  const isPluralKey = ({ selector }: ChoiceOption) => selector.startsWith("=") || keywords.includes(selector)
  const isKey = kind === "select" ? ({ selector }: ChoiceOption) => /^[A-Za-z][\w-]*$/.test(selector) : isPluralKey
  if (!options.every(isKey)) return unprintable("choice", `A form of the ${kind} "${name}"`, context)
  if (kind === "select" && options.every(isPluralKey)) context.warnings.push(selectReadsAsPlural)
  const variants = options.map(({ selector, nodes }) => {
    const pluralName = kind === "select" ? null : name
    return new Variant(
      variantKey(selector),
      new Pattern(printNodes(nodes, "nested", pluralName, context)),
      selector === "other"
    )
  })
  const reference = variable(name, context)
  return new SelectExpression(kind === "selectordinal" ? ordinalCall(reference.id.name) : reference, variants)
}

const variantKey = (selector: string): Identifier | NumberLiteral =>
  selector.startsWith("=") ? new NumberLiteral(String(Number(selector.slice(1)))) : new Identifier(selector)

const keywords: ReadonlyArray<string> = pluralKeywords

/** Each selector once. */
const orderOptions = ({ kind, options }: ChoiceNode, place: Place, context: Context): ReadonlyArray<ChoiceOption> => {
  const bySelector = new Map(options.toReversed().map((option) => [option.selector, option]))
  const isEmpty = ({ selector, start, end }: ChoiceOption) =>
    kind === "plural" && place === "stored" && start === end && selector !== "other" && !selector.startsWith("=")
  const empty = [...bySelector.values()].filter(isEmpty)
  if (empty.length > 0) context.warnings.push(emptyForms(empty.map(({ selector }) => selector)))
  const shown = options.filter((option) => bySelector.get(option.selector) === option && !isEmpty(option))
  return inUsualOrder(shown, ({ selector }) => selector)
}

const unprintable = (reason: "argument" | "choice", part: string, context: Context): InlineExpression => {
  const sentence = `${part} has no spelling in Fluent: the text is written as it is stored.`
  context.unprintable ??= { reason, sentence }
  return new StringLiteral("")
}

/** Text, or what stands in braces. */
type Item = string | Placeable

/** Parts of the text that an import kept, such as references to terms, are what they were; other braces are text. */
const splitLiteral = (text: string): ReadonlyArray<Item> => {
  if (!/[{}]/.test(text)) return [text]
  const items: Array<Item> = []
  let from = 0
  for (const [start, end] of braceGroups(text)) {
    const source = text.slice(start, end)
    const [placeable, ...others] = parsePattern(source)?.elements ?? []
    if (placeable?.type !== "Placeable" || others.length > 0) continue
    if (serializeExpression(placeable) !== source || !isKeptAsText(placeable)) continue
    items.push(...splitBraces(text.slice(from, start)), placeable)
    from = end
  }
  return [...items, ...splitBraces(text.slice(from))]
}

const splitBraces = (text: string): ReadonlyArray<Item> =>
  text.split(/([{}])/).map((part) => (part === "{" || part === "}" ? quoted(part) : part))

/** Start and end of the outermost groups in braces. Braces between quotation marks inside of them do not count. */
const braceGroups = (text: string): ReadonlyArray<readonly [start: number, end: number]> => {
  const groups: Array<readonly [number, number]> = []
  const open: Array<number> = []
  for (const { 0: sign, index } of text.matchAll(/[{}]|"(?:[^"\\\n]|\\.)*"/g)) {
    if (sign === "{") open.push(index)
    const start = sign === "}" ? open.pop() : undefined
    if (start !== undefined && open.length === 0) groups.push([start, index + 1])
  }
  return groups
}

const quoted = (text: string): Placeable => new Placeable(new StringLiteral(text))

/** White space at the ends, and the start of a line, are in quotation marks where Fluent would take them for layout. */
const layOut = (items: ReadonlyArray<Item>): Array<PatternElement> => {
  const merged = mergeTexts(items)
  const elements = merged.flatMap((item, index): ReadonlyArray<PatternElement> => {
    if (typeof item !== "string") return [item]
    return layOutText(item, index === 0, index === merged.length - 1)
  })
  return elements.length === 0 ? [quoted("")] : elements
}

const mergeTexts = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const merged: Array<Item> = []
  for (const item of items) {
    const last = merged.at(-1)
    if (typeof item === "string" && typeof last === "string") merged[merged.length - 1] = last + item
    else if (item !== "") merged.push(item)
  }
  return merged
}

const layOutText = (text: string, isFirst: boolean, isLast: boolean): ReadonlyArray<PatternElement> => {
  const parts = text.split(/(\r|(?<=\n)[ .*[])/)
  const elements = parts.flatMap((part, index): ReadonlyArray<PatternElement> => {
    if (index % 2 === 1) return [part === "\r" ? quoted("\\u000D") : quoted(part)]
    return part === "" ? [] : [new TextElement(part)]
  })
  const first = elements[0]
  if (isFirst && first?.type === "TextElement") {
    if (first.value.startsWith("\n")) elements.unshift(quoted(""))
    if (first.value.startsWith(" ")) elements.splice(0, 1, quoted(" "), new TextElement(first.value.slice(1)))
  }
  const last = elements.at(-1)
  if (isLast && last?.type === "TextElement") {
    if (last.value.endsWith("\n")) elements.push(quoted(""))
    if (last.value.endsWith(" ")) elements.splice(-1, 1, new TextElement(last.value.slice(0, -1)), quoted(" "))
  }
  return elements.filter((element) => element.type !== "TextElement" || element.value !== "")
}

const textPattern = (text: string): Pattern => new Pattern(layOut(splitBraces(text)))

const printPlainPattern = (text: string): PrintedPattern => {
  const pattern = parsePattern(text)
  if (pattern !== null && printPatternSource(pattern) === text) return { pattern, warning: null }
  const written = textPattern(text)
  return { pattern: written, warning: printPatternSource(written) === text ? null : plainText }
}

const printPlainPlural = (text: string): PrintedPattern => {
  const printed = printPluralForms(text, { messageFormat: "ICU", icuPlaceholders: false })
  if (printed === null) return printPlainPattern(text)
  const { argumentName, forms } = printed
  const context: Context = { warnings: [], unprintable: null }
  const isShown = (selector: string, form: string) => form !== "" || selector === "other" || selector.startsWith("=")
  const shown = [...forms].filter(([selector, form]) => isShown(selector, form))
  const variants = inUsualOrder(shown, ([selector]) => selector).map(
    ([selector, form]) => new Variant(variantKey(selector), printPlainPattern(form).pattern, selector === "other")
  )
  const select = new SelectExpression(variable(argumentName, context), variants)
  return { pattern: new Pattern([new Placeable(select)]), warning: pluralIsText }
}

const readsAsPlural: PrintWarning = {
  reason: "readsAsPlural",
  sentence: "The key is not a plural, but its text is one: an import of the text makes the key a plural."
}

const selectReadsAsPlural: PrintWarning = {
  reason: "readsAsPlural",
  sentence: "The select has the forms of a plural only: an import takes it for one."
}

const mediumTime: PrintWarning = {
  reason: "argumentFormat",
  sentence: "An import reads a time of medium length as one without a format, which is the same."
}

const plainText: PrintWarning = {
  reason: "literalText",
  sentence: "The text is no pattern of Fluent: its braces and spaces are written in quotation marks."
}

const pluralIsText: PrintWarning = {
  reason: "pluralText",
  sentence: "The project does not use ICU placeholders: an import reads the forms as one text."
}

const emptyForms = (selectors: ReadonlyArray<string>): PrintWarning => ({
  reason: "emptyForm",
  sentence: `Empty forms (${selectors.join(", ")}) are left out: the form other stands for them.`
})
