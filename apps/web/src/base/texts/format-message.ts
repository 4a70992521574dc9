import { type ChoiceNode, type MessageNode, parseMessage } from "@dragoman/formats/icu"
import { remembered } from "./remembered.ts"

export type TextArguments = Readonly<Record<string, string | number | Date>>

/**
 * An ICU message with its arguments, by the rules of a language. A message that does not parse, and an argument that is
 * missing, stay visible as they are written: a text of the console never breaks a screen.
 */
export const formatMessage = (message: string, languageTag: string, args: TextArguments = {}): string => {
  const parsed = parseOnce(message)
  return parsed.kind === "error" ? message : formatNodes(parsed.nodes, { languageTag, args, number: null })
}

/** The same for a message whose arguments come from the server. null: there is no message, or an argument did not come. */
export const formatComplete = (
  message: string | undefined,
  languageTag: string,
  args: TextArguments
): string | null => {
  if (message === undefined) return null
  const parsed = parseOnce(message)
  const names = parsed.kind === "error" ? [] : argumentsOf(parsed.nodes)
  return names.every((name) => Object.hasOwn(args, name)) ? formatMessage(message, languageTag, args) : null
}

/** The arguments of all branches. */
export const argumentsOf = (nodes: ReadonlyArray<MessageNode>): ReadonlyArray<string> =>
  nodes.flatMap((node) => {
    if (node.kind === "argument") return [node.name]
    return "options" in node ? [node.name, ...node.options.flatMap((option) => argumentsOf(option.nodes))] : []
  })

/** The console's own messages: there are some hundred of them. */
const parseOnce = remembered(parseMessage)

// Making these takes longer than formatting with them.
const numbersOf = remembered((languageTag) => new Intl.NumberFormat(languageTag))
const percentagesOf = remembered((languageTag) => new Intl.NumberFormat(languageTag, { style: "percent" }))
const cardinalsOf = remembered((languageTag) => new Intl.PluralRules(languageTag, { type: "cardinal" }))
const ordinalsOf = remembered((languageTag) => new Intl.PluralRules(languageTag, { type: "ordinal" }))

interface Place {
  readonly languageTag: string
  readonly args: TextArguments
  /** The value of `#`; null: outside of a plural. */
  readonly number: number | null
}

const formatNodes = (nodes: ReadonlyArray<MessageNode>, place: Place): string =>
  nodes.map((node) => formatNode(node, place)).join("")

const formatNode = (node: MessageNode, place: Place): string => {
  const { languageTag, args } = place
  switch (node.kind) {
    case "literal":
      return node.value
    case "numberSign":
      return place.number === null ? "#" : numbersOf(languageTag).format(place.number)
    case "argument": {
      const value = args[node.name]
      if (value === undefined) return `{${node.name}}`
      if (value instanceof Date) {
        const style = node.style === "long" ? "long" : "medium"
        const format =
          node.type === "time" ? { timeStyle: "short" as const } : { dateStyle: style as "long" | "medium" }
        return new Intl.DateTimeFormat(languageTag, format).format(value)
      }
      if (typeof value === "string") return value
      return (node.style === "percent" ? percentagesOf : numbersOf)(languageTag).format(value)
    }
    default:
      return formatChoice(node, place)
  }
}

const formatChoice = (node: ChoiceNode, place: Place): string => {
  const value = place.args[node.name]
  const optionOf = (selector: string) => node.options.find((option) => option.selector === selector)
  if (node.kind === "select") {
    return formatNodes((optionOf(String(value)) ?? optionOf("other"))?.nodes ?? [], place)
  }
  const number = Number(value) - node.offset
  const category = (node.kind === "plural" ? cardinalsOf : ordinalsOf)(place.languageTag).select(number)
  const option = optionOf(`=${Number(value)}`) ?? optionOf(category) ?? optionOf("other")
  return formatNodes(option?.nodes ?? [], { ...place, number })
}
