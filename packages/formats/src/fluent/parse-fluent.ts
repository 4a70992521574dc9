import {
  Comment,
  type Comments,
  type Entry,
  FluentParser,
  GroupComment,
  Identifier,
  Junk,
  Message,
  type Pattern,
  Placeable,
  ResourceComment,
  StringLiteral,
  Term,
  TextElement
} from "@fluent/syntax"
import { formatLimits, tooDeepSentence, tooManySentence, valuesMaxOf } from "../limits.ts"
import { parseFailure } from "../reader.ts"
import type { EntryParser } from "../source-text.ts"

/**
 * Visits the entries of a Fluent file in order; those with syntax errors are `Junk`.
 * Source: https://projectfluent.org/fluent/guide/
 */
export const parseFluent: EntryParser<Entry> = (text, positionOf, visit) => {
  try {
    checkLines(text)
    new BoundedParser(text, visit).parse(text)
    return null
  } catch (error) {
    if (error instanceof LimitReached) return parseFailure(error.message, positionOf(error.offset))
    throw error
  }
}

/** The source of a pattern, such as the serializer prints it; null = it is no pattern. */
export const parsePattern = (source: string): Pattern | null => {
  const [first = "", ...lines] = source.split("\n")
  const text = `a =${/^[.*[]/.test(first) ? " " : "\n    "}${[first, ...lines].join("\n    ")}`
  const entries: Array<Entry> = []
  try {
    checkLines(text)
    new BoundedParser(text, (entry) => {
      entries.push(entry)
    }).parse(text)
  } catch (error) {
    if (error instanceof LimitReached) return null
    throw error
  }
  const [message, ...others] = entries
  const isAlone = message?.type === "Message" && others.length === 0 && message.attributes.length === 0
  return isAlone ? message.value : null
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

/** The parser takes names, strings and empty lines sign by sign, with 32 bytes of memory for each of them. */
const checkLines = (text: string): void => {
  let emptyLines = 0
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf("\n", start)
    const end = lineEnd === -1 ? text.length : lineEnd
    if (end - start > formatLimits.fluentLineUtf16UnitsMax) throw new LimitReached("A line is too long", start)
    emptyLines = end - start < 2 ? emptyLines + 1 : 0
    if (emptyLines > formatLimits.fluentEmptyLinesMax)
      throw new LimitReached("The file has too many empty lines", start)
    start = end + 1
  }
}

/** The parser of Fluent's makers with limits: it is recursive, keeps all entries, and trims texts in quadratic time. */
class BoundedParser extends FluentParser {
  private readonly text: string
  private readonly visit: (entry: Entry) => void
  private depth = 0
  private entryCount = 0
  private errorCount = 0
  private elementCount = 0

  constructor(text: string, visit: (entry: Entry) => void) {
    super()
    this.text = text
    this.visit = visit
  }

  /** `parse` would collect the entries, several hundred bytes for each: all of them are visited here, at the first one. */
  override getEntryOrJunk(stream: Stream): Entry {
    let comment: Comment | null = null
    while (stream.currentChar()) {
      const entry = this.nextEntry(stream)
      const isNextToComment = stream.skipBlankBlock() === ""
      if (entry instanceof Comment && isNextToComment && stream.currentChar()) {
        // Stands above a message, or alone when there is none.
        comment = entry
        continue
      }
      if (comment !== null) {
        if (entry instanceof Message || entry instanceof Term) entry.comment = comment
        else this.visit(comment)
      }
      comment = null
      this.visit(entry)
    }
    return nothing
  }

  private nextEntry(stream: Stream): Entry {
    // An entry that failed may have left a nested expression open.
    this.depth = 0
    this.elementCount = 0
    if (++this.entryCount > valuesMaxOf(this.text.length)) {
      throw new LimitReached(tooManySentence("entries", this.text.length), stream.index)
    }
    const entry = super.getEntryOrJunk(stream)
    if (entry instanceof Junk && ++this.errorCount > formatLimits.fluentErrorsMax) {
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

  override getTextElement(stream: Stream) {
    this.countElement(stream)
    return new TextElement(take(stream, textRun))
  }

  override getIdentifier(stream: Stream) {
    const name = take(stream, identifier)
    return name === "" ? super.getIdentifier(stream) : new Identifier(name)
  }

  override getComment(stream: Stream): Comments {
    const signs = take(stream, commentSigns)
    const lines: Array<string> = []
    for (;;) {
      if (stream.currentChar() === "\n") lines.push("")
      else {
        stream.expectChar(" ")
        lines.push(take(stream, restOfLine))
      }
      if (!stream.isNextLineComment(signs.length - 1)) break
      stream.next()
      for (const _ of signs) stream.next()
    }
    const content = lines.join("\n")
    if (signs === "#") return new Comment(content)
    return signs === "##" ? new GroupComment(content) : new ResourceComment(content)
  }

  override getVariant(stream: Stream, hasDefault?: boolean) {
    this.countElement(stream)
    return super.getVariant(stream, hasDefault)
  }

  override getAttribute(stream: Stream) {
    this.countElement(stream)
    return super.getAttribute(stream)
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
      throw new LimitReached(tooDeepSentence("The file"), stream.index)
    }
    this.countElement(stream)
  }

  private countElement(stream: Stream) {
    if (++this.elementCount > formatLimits.fluentElementsMax) {
      throw new LimitReached("The entry has too many parts", stream.index)
    }
  }
}

const textRun = /[^{}\r\n]*/y
const restOfLine = /[^\r\n]*/y
const identifier = /(?:[A-Za-z][\w-]*)?/y
const commentSigns = /#{0,3}/y

/** Returns the match of the sticky pattern at the place of the stream, which moves behind it. A carriage return alone ends no line. */
const take = (stream: Stream, run: RegExp): string => {
  const { string: text, index: start } = stream
  let end = start
  for (;;) {
    run.lastIndex = end
    run.test(text)
    end = run.lastIndex
    if (text[end] !== "\r" || text[end + 1] === "\n" || (run !== textRun && run !== restOfLine)) break
    end++
  }
  stream.index = end
  stream.peekOffset = 0
  return text.slice(start, end)
}

/** Stands for the entries, which were visited. */
const nothing = new Junk("")

const endOfPattern = new Placeable(new StringLiteral(""))
