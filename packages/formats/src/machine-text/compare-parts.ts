import type { ChoiceNode, ChoiceOption, MessageNode } from "../icu/message-node.ts"
import { choicesIn, flattenNodes } from "./flat-text.ts"
import { countParts, type PartCounts } from "./part-counts.ts"
import { exactNumber, isExact } from "./plural-forms.ts"
import { examplesFor, hasWholeNumber, type PluralNumbers, pluralNumbersOf } from "./plural-numbers.ts"

/** A message with the language that its plurals follow. */
export interface ComparedMessage {
  readonly text: string
  readonly nodes: ReadonlyArray<MessageNode>
  readonly languageTag: string
}

/** Values of arguments: a number for what plurals count, else the name of an option. */
type ChosenValues = ReadonlyMap<string, number | string>

/** More combinations of forms are not compared: such a text is rejected. */
const combinationsMax = 1000

/**
 * Compares what two messages show for the same values, form by form, and names the differences. So it does not matter where in a
 * sentence its choices begin, nor which forms the languages have.
 */
export const compareParts = (
  source: ComparedMessage,
  own: ComparedMessage,
  terms: RegExp | null
): ReadonlyArray<string> => {
  const sourceChoices = choicesIn(source.nodes)
  const ownChoices = choicesIn(own.nodes)
  const otherChoices = compareChoices(sourceChoices, ownChoices)
  if (otherChoices.length > 0) return otherChoices
  const reader = { source: readerOf(source, sourceChoices, terms), own: readerOf(own, sourceChoices, terms) }
  const numbers = pluralNumbersOf(own.languageTag)
  const missingForms = findMissingForms(sourceChoices, ownChoices, numbers)
  if (missingForms.length > 0) return missingForms
  const combinations = combine(valuesOf(source, sourceChoices, ownChoices, numbers))
  if (combinations === null) return ["The text has too many combinations of forms to compare them."]
  const reasons = new Set<string>()
  const shownNumbers = new Set<string>()
  const expected = combinations.map((values) => reader.source(values).parts)
  for (const { counts } of expected) {
    for (const identity of counts.keys()) if (identity.startsWith("#")) shownNumbers.add(identity)
  }
  for (const [index, values] of combinations.entries()) {
    const { parts, form } = reader.own(values)
    const wanted = expected[index]
    if (wanted === undefined) continue
    const isOptional = (identity: string, count: number): boolean =>
      identity.startsWith("#") &&
      (count === 0 ? isOneNumber(values, identity, ownChoices, numbers) : count === 1 && shownNumbers.has(identity))
    for (const reason of compareCounts(wanted, parts, isOptional)) reasons.add(`${form}${reason}`)
  }
  return [...reasons]
}

const choiceIdentity = ({ kind, name, offset }: ChoiceNode): string =>
  `{${name}, ${kind}, ${offset === 0 ? "" : `offset:${offset} `}…}`

const compareChoices = (source: ReadonlyArray<ChoiceNode>, own: ReadonlyArray<ChoiceNode>): ReadonlyArray<string> => {
  const expected = new Set(source.map(choiceIdentity))
  const actual = new Set(own.map(choiceIdentity))
  return [
    ...[...expected].filter((one) => !actual.has(one)).map((one) => `The choice ${one} of the base text is missing.`),
    ...[...actual].filter((one) => !expected.has(one)).map((one) => `The choice ${one} is not in the base text.`)
  ]
}

/** Each plural has the forms of its language and the exact numbers of the source, each choice by name the options of the source. */
const findMissingForms = (
  source: ReadonlyArray<ChoiceNode>,
  own: ReadonlyArray<ChoiceNode>,
  { byCategory }: PluralNumbers
): ReadonlyArray<string> => {
  const reasons = new Set<string>()
  const sourceSelectors = new Map<string, Set<string>>()
  for (const choice of source) {
    const known = sourceSelectors.get(choiceIdentity(choice)) ?? new Set()
    for (const { selector } of choice.options) known.add(selector)
    sourceSelectors.set(choiceIdentity(choice), known)
  }
  for (const choice of own) {
    const selectors = choice.options.map(({ selector }) => selector)
    const identity = choiceIdentity(choice)
    const inSource = sourceSelectors.get(identity) ?? new Set()
    const wanted =
      choice.kind === "plural"
        ? [...byCategory].filter(([, numbers]) => hasWholeNumber(numbers)).map(([keyword]) => keyword)
        : []
    if (choice.kind === "select") wanted.push(...inSource)
    else wanted.push(...[...inSource].filter(isExact))
    for (const selector of wanted) {
      if (!selectors.includes(selector)) reasons.add(`The form ${selector} of ${identity} is missing.`)
    }
    for (const selector of selectors) {
      const isKnown = choice.kind === "select" || isExact(selector) ? inSource.has(selector) : true
      if (!isKnown) reasons.add(`The form ${selector} of ${identity} is not in the base text.`)
      if (choice.kind === "plural" && !isExact(selector) && !byCategory.has(selector)) {
        reasons.add(`The language has no form ${selector}.`)
      }
    }
    if (new Set(selectors).size < selectors.length) reasons.add(`A form of ${identity} stands twice.`)
  }
  return [...reasons]
}

/** The values to compare with, by argument: such that every form of both messages is chosen once. */
const valuesOf = (
  source: ComparedMessage,
  sourceChoices: ReadonlyArray<ChoiceNode>,
  ownChoices: ReadonlyArray<ChoiceNode>,
  numbers: PluralNumbers
): ReadonlyMap<string, ReadonlySet<number | string>> => {
  const values = new Map<string, Set<number | string>>()
  const sourceNumbers = pluralNumbersOf(source.languageTag)
  for (const { kind, name, options } of [...sourceChoices, ...ownChoices]) {
    const key = valueKey(kind, name)
    const known = values.get(key) ?? new Set()
    values.set(key, known)
    if (kind !== "plural") {
      for (const { selector } of options) known.add(selector)
      continue
    }
    for (const { selector } of options) if (isExact(selector)) known.add(exactNumber(selector))
  }
  for (const name of new Set(ownChoices.filter(({ kind }) => kind === "plural").map((choice) => choice.name))) {
    const known = values.get(valueKey("plural", name)) ?? new Set()
    const exact = new Set([...known].filter((value) => typeof value === "number"))
    for (const ofCategory of numbers.byCategory.values()) {
      for (const number of examplesFor(ofCategory, sourceNumbers, exact)) known.add(number)
    }
  }
  return values
}

const valueKey = (kind: ChoiceNode["kind"], name: string): string => `${kind} ${name}`

const combine = (values: ReadonlyMap<string, ReadonlySet<number | string>>): ReadonlyArray<ChosenValues> | null => {
  let combinations: ReadonlyArray<ChosenValues> = [new Map()]
  for (const [key, possible] of values) {
    if (combinations.length * possible.size > combinationsMax) return null
    combinations = combinations.flatMap((chosen) => [...possible].map((value) => new Map(chosen).set(key, value)))
  }
  return combinations
}

/** Reads the parts that a message shows for some values, and names its form; equal forms are read once. */
const readerOf = (
  { text, nodes, languageTag }: ComparedMessage,
  sourceChoices: ReadonlyArray<ChoiceNode>,
  terms: RegExp | null
) => {
  const { categoryOf } = pluralNumbersOf(languageTag)
  const numbers = new Set(sourceChoices.filter(({ kind }) => kind === "plural").map(({ name }) => name))
  const known = new Map<string, PartCounts>()
  return (values: ChosenValues): { readonly parts: PartCounts; readonly form: string } => {
    const path: Array<string> = []
    const choose = (node: ChoiceNode): ChoiceOption | null => {
      const option = optionFor(node, values.get(valueKey(node.kind, node.name)), categoryOf)
      path.push(option?.selector ?? "")
      return option
    }
    const flat = flattenNodes(text, nodes, choose)
    const key = path.join(" ")
    const parts = known.get(key) ?? countParts(flat, numbers, terms)
    known.set(key, parts)
    return { parts, form: key === "" ? "" : `Form ${key}: ` }
  }
}

const optionFor = (
  { kind, offset, options }: ChoiceNode,
  value: number | string | undefined,
  categoryOf: (number: number) => string
): ChoiceOption | null => {
  const withSelector = (selector: string) => options.find((option) => option.selector === selector)
  const chosen =
    kind === "plural" && typeof value === "number"
      ? (withSelector(`=${value}`) ?? withSelector(categoryOf(value - offset)))
      : withSelector(String(value))
  return chosen ?? withSelector("other") ?? null
}

/** True where a form stands for one number alone: then words may say it. */
const isOneNumber = (
  values: ChosenValues,
  identity: string,
  choices: ReadonlyArray<ChoiceNode>,
  { byCategory, categoryOf }: PluralNumbers
): boolean => {
  const [name = ""] = identity.slice(1).split(" ")
  const value = values.get(valueKey("plural", name))
  if (typeof value !== "number") return false
  const exact = choices
    .filter((one) => one.name === name)
    .flatMap(({ options }) => options.map(({ selector }) => selector))
  if (exact.includes(`=${value}`)) return true
  const others = byCategory.get(categoryOf(value))?.filter((number) => !exact.includes(`=${number}`)) ?? []
  return others.length === 1 && Number.isInteger(value)
}

const nouns: Readonly<Record<string, string>> = {
  argument: "placeholder",
  placeholder: "placeholder",
  number: "number sign",
  tag: "tag",
  markup: "tag",
  url: "address",
  email: "address",
  term: "term"
}

const compareCounts = (
  expected: PartCounts,
  own: PartCounts,
  isOptional: (identity: string, count: number) => boolean
): ReadonlyArray<string> => {
  const reasons: Array<string> = []
  for (const identity of new Set([...expected.counts.keys(), ...own.counts.keys()])) {
    const wanted = expected.counts.get(identity)
    const found = own.counts.get(identity)
    const wantedCount = wanted?.count ?? 0
    const count = found?.count ?? 0
    const { kind, source } = wanted ?? found ?? { kind: "placeholder", source: identity }
    // A sentence may name a term more often than its source.
    if (count === wantedCount || (kind === "term" && count > 0) || isOptional(identity, count)) continue
    const name = `${nouns[kind]} ${source}`
    if (count === 0) reasons.push(`the ${name} of the base text is missing.`)
    else if (wantedCount === 0) reasons.push(`the ${name} is not in the base text.`)
    else reasons.push(`the ${name} stands ${count} times, in the base text ${wantedCount} times.`)
  }
  if (reasons.length === 0 && expected.unnumbered !== own.unnumbered) {
    reasons.push(`placeholders without a number must keep the order of the base text: ${expected.unnumbered}`)
  }
  return reasons
}
