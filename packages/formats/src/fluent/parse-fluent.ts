import { type Entry, FluentParser, type Pattern, Placeable, StringLiteral, TextElement } from "@fluent/syntax"
import { formatLimits } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"

export interface FluentFile {
  readonly kind: "file"
  readonly entries: ReadonlyArray<Entry>
}

/** The entries of a Fluent file; those with syntax errors are `Junk`. Source: https://projectfluent.org/fluent/guide/ */
export const parseFluent = (text: string, positionOf: PositionOf): FluentFile | ParseFailure => {
  if (text.length > formatLimits.fluentUtf16UnitsMax) {
    const sentence = `The file has more than ${formatLimits.fluentUtf16UnitsMax} characters`
    return parseFailure(sentence, positionOf(formatLimits.fluentUtf16UnitsMax))
  }
  try {
    return { kind: "file", entries: new BoundedParser().parse(text).body }
  } catch (error) {
    if (error instanceof LimitReached) return parseFailure(error.message, positionOf(error.offset))
    throw error
  }
}

/** The source of a pattern, such as the serializer prints it; null = it is no pattern. */
export const parsePattern = (source: string): Pattern | null => {
  const [first = "", ...lines] = source.split("\n")
  const entry = `a =${/^[.*[]/.test(first) ? " " : "\n    "}${[first, ...lines].join("\n    ")}`
  if (entry.length > formatLimits.fluentUtf16UnitsMax) return null
  try {
    const [message, ...others] = new BoundedParser().parse(entry).body
    const isAlone = message?.type === "Message" && others.length === 0 && message.attributes.length === 0
    return isAlone ? message.value : null
  } catch (error) {
    if (error instanceof LimitReached) return null
    throw error
  }
}

type Stream = Parameters<FluentParser["getPlaceable"]>[0]
type PatternElements = Parameters<FluentParser["dedent"]>[0]

class LimitReached extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** The parser of Fluent's makers with limits: it is recursive, and it trims texts in quadratic time. */
class BoundedParser extends FluentParser {
  private depth = 0
  private entryCount = 0
  private errorCount = 0

  override getEntryOrJunk(stream: Stream) {
    // An entry that failed may have left a nested expression open.
    this.depth = 0
    if (++this.entryCount > formatLimits.valuesMax)
      throw new LimitReached("The file has too many entries", stream.index)
    const entry = super.getEntryOrJunk(stream)
    if (entry.type === "Junk" && ++this.errorCount > formatLimits.fluentErrorsMax) {
      throw new LimitReached("The file has too many syntax errors", entry.span?.start ?? stream.index)
    }
    return entry
  }

  override getPlaceable(stream: Stream) {
    this.enter(stream)
    const placeable = super.getPlaceable(stream)
    this.depth--
    return placeable
  }

  override getCallArguments(stream: Stream) {
    this.enter(stream)
    const callArguments = super.getCallArguments(stream)
    this.depth--
    return callArguments
  }

  override dedent(elements: PatternElements, commonIndent: number) {
    // Behind a placeable the text is not the last one, which the library trims with a regular expression.
    const trimmed = super.dedent([...elements, endOfPattern], commonIndent).slice(0, -1)
    const last = trimmed.at(-1)
    if (!(last instanceof TextElement)) return trimmed
    let end = last.value.length
    while (end > 0 && /[ \n\r]/.test(last.value.charAt(end - 1))) end--
    last.value = last.value.slice(0, end)
    return end === 0 ? trimmed.slice(0, -1) : trimmed
  }

  private enter(stream: Stream) {
    if (++this.depth > formatLimits.nestingDepthMax) {
      throw new LimitReached("The file is nested too deeply", stream.index)
    }
  }
}

const endOfPattern = new Placeable(new StringLiteral(""))
