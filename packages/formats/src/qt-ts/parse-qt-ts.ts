import { tooManySentence, valuesMaxOf } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import { walkXml, type XmlAttributes, type XmlElement } from "../xml/walk-xml.ts"

/** One `message` element. Offsets are UTF-16 units in the document. */
export interface QtMessage {
  /** The name of the context around it; `""` = there is none. */
  readonly context: string
  /** Null = the message is known by context, source and comment. */
  readonly id: string | null
  readonly source: string
  /** Tells messages with the same source apart; `""` = none. */
  readonly comment: string
  readonly extraComment: string | null
  readonly translatorComment: string | null
  readonly isNumerus: boolean
  /** `unfinished`, `vanished`, `obsolete`; null = finished. */
  readonly type: string | null
  /** Text of `translation`, or the forms of a plural; several variants of a length are several, too. */
  readonly texts: ReadonlyArray<string>
  readonly hasLengthVariants: boolean
  readonly locations: ReadonlyArray<{ readonly path: string; readonly line: number | null }>
  readonly offset: number
  readonly textOffset: number
}

export interface QtVisitor {
  /** Attributes of the root. */
  readonly root: (attributes: XmlAttributes) => void
  readonly message: (message: QtMessage) => void
}

/**
 * Walks the messages of a Qt Linguist file in order. `byte` elements are the characters that XML cannot hold; any other element
 * inside of a text fails the file.
 * Source: https://doc.qt.io/qt-6/linguist-ts-file-format.html
 */
export const parseQtTs = (source: string, positionOf: PositionOf, visitor: QtVisitor): ParseFailure | null => {
  const names: Array<string> = []
  const lines = startLines()
  let failure: ParseFailure | null = null
  const countMax = valuesMaxOf(source.length)
  let messageCount = 0
  let context = ""
  let message: MessageInProgress | null = null
  let text: string | null = null

  const fail = (reason: string, { offset }: XmlElement) => {
    failure ??= parseFailure(reason, positionOf(offset))
  }
  const open = (element: XmlElement) => {
    const { name, attributes, offset } = element
    const parent = names.at(-1)
    names.push(name)
    if (parent === undefined) {
      if (name !== "TS") fail("The root element is not TS", element)
      else visitor.root(attributes)
    } else if (text !== null && name === "byte") {
      const character = characterOf(attributes["value"] ?? "")
      if (character === null) fail("The value of byte is no character", element)
      text += character ?? ""
    } else if (text !== null && parent === "translation" && isVariant(name)) {
      // The white space around the forms is layout.
      text = ""
      if (name === "lengthvariant" && message !== null) message.hasLengthVariants = true
    } else if (text !== null && parent === "numerusform" && name === "lengthvariant") {
      fail("Length variants inside of a numerusform cannot be read", element)
    } else if (text !== null && parent === "translation") {
      fail("An element stands inside of a translation", element)
    } else if (text !== null) {
      fail(`An element stands inside of a ${parent}`, element)
    } else if (name === "context" && parent === "TS") {
      context = ""
    } else if (name === "message" && (parent === "context" || parent === "TS")) {
      if (++messageCount > countMax) fail(tooManySentence("messages", source.length), element)
      message = startMessage(element, parent === "TS" ? "" : context)
    } else if (message !== null && parent === "message" && name === "location") {
      message.locations.push(lines.next(attributes))
    } else if (message !== null && parent === "message" && textElements.has(name)) {
      text = ""
      if (name === "translation") {
        message.type = attributes["type"] ?? null
        message.textOffset = offset
      }
    } else if (parent === "context" && name === "name") {
      text = ""
    }
  }
  const close = () => {
    const name = names.pop() ?? ""
    const parent = names.at(-1)
    if (name === "message" && message !== null) {
      visitor.message(message)
      message = null
    } else if (name === "name" && parent === "context") {
      context = text ?? ""
      text = null
    } else if (message !== null && text !== null && name !== "byte") {
      const hasForms = message.texts.length > 0
      if (name !== "translation") keepText(message, name, text)
      else if (!hasForms) message.texts.push(text)
      text = isVariant(name) ? "" : null
    }
  }
  return walkXml(source, positionOf, {
    open,
    text: (characters) => {
      if (text !== null) text += characters
    },
    close,
    failure: () => failure
  })
}

interface MessageInProgress extends QtMessage {
  source: string
  comment: string
  extraComment: string | null
  translatorComment: string | null
  type: string | null
  hasLengthVariants: boolean
  textOffset: number
  readonly texts: Array<string>
  readonly locations: Array<{ readonly path: string; readonly line: number | null }>
}

const textElements: ReadonlySet<string> = new Set([
  "source",
  "comment",
  "extracomment",
  "translatorcomment",
  "translation"
])

const isVariant = (name: string): boolean => name === "numerusform" || name === "lengthvariant"

const startMessage = ({ attributes, offset }: XmlElement, context: string): MessageInProgress => ({
  context,
  id: attributes["id"] ?? null,
  source: "",
  comment: "",
  extraComment: null,
  translatorComment: null,
  isNumerus: attributes["numerus"] === "yes",
  type: null,
  texts: [],
  hasLengthVariants: false,
  locations: [],
  offset,
  textOffset: offset
})

const keepText = (message: MessageInProgress, name: string, text: string): void => {
  if (name === "source") message.source = text
  else if (name === "comment") message.comment = text
  else if (name === "extracomment") message.extraComment = text
  else if (name === "translatorcomment") message.translatorComment = text
  else if (isVariant(name)) message.texts.push(text)
}

/** `x1f` or `31`. Null = no character that a text may have. */
const characterOf = (value: string): string | null => {
  const code = /^x[\da-f]{1,4}$/i.test(value) ? Number.parseInt(value.slice(1), 16) : Number(value || Number.NaN)
  const isCharacter = Number.isInteger(code) && code > 0 && code <= 0xffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCharCode(code) : null
}

/** A line with a sign is counted from the last one in that file, and a location without a file is in the last one. */
const startLines = () => {
  const lastLines = new Map<string, number>()
  let path = ""
  return {
    next: (attributes: XmlAttributes) => {
      path = attributes["filename"] ?? path
      const written = attributes["line"] ?? ""
      if (!/^[+-]?\d{1,9}$/.test(written)) return { path, line: null }
      const isRelative = written.startsWith("+") || written.startsWith("-")
      const line = isRelative ? (lastLines.get(path) ?? 0) + Number(written) : Number(written)
      lastLines.set(path, line)
      return { path, line }
    }
  }
}
