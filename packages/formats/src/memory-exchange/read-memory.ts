import { type ParseFailure, parseFailure } from "../reader.ts"
import type { XmlAttributes, XmlElement } from "../xml/walk-xml.ts"
import { walkXmlBlocks, type XmlBlockWalk } from "../xml/walk-xml-blocks.ts"
import { parseMemoryDate } from "./memory-date.ts"
import type { MemoryText, MemoryUnit } from "./memory-unit.ts"

/** Languages of one unit: all of them are in memory at once. */
const textsOfUnitMax = 1_000

/**
 * Reads a translation memory (TMX) in blocks of bytes, and visits its units in order. A text longer than `textUtf16UnitsMax` is cut
 * behind that length, so that its reader sees that it is too long. Inline elements become text: the code that they hold, or a
 * placeholder with their number.
 * Source: https://www.gala-global.org/tmx-14b
 */
export const readMemoryBlocks = (visit: (unit: MemoryUnit) => void, textUtf16UnitsMax: number): XmlBlockWalk => {
  const path: Array<string> = []
  let error: string | null = null
  let failure: ParseFailure | null = null
  let unit: UnitInProgress | null = null
  let text: TextInProgress | null = null
  /** Depth of the `seg` whose content is read; 0: none. */
  let segmentDepth = 0
  let inline: Array<InlineElement> = []

  const append = (added: string) => {
    if (text !== null && text.text.length <= textUtf16UnitsMax) text.text += added
  }
  const openInline = ({ name, attributes }: XmlElement) => {
    const parent = inline.at(-1)
    if (parent !== undefined) parent.isEmpty = false
    inline.push({ name, attributes, isEmpty: true })
  }
  const closeInline = () => {
    const element = inline.pop()
    if (element?.isEmpty === true) append(placeholderOf(element))
  }
  return walkXmlBlocks({
    open: (element) => {
      const { name, attributes } = element
      const parent = path.at(-1)
      path.push(name)
      if (segmentDepth > 0) openInline(element)
      else if (parent === undefined && name !== "tmx") error = "The root element is not tmx"
      else if (name === "tu" && unit !== null) error = "A tu stands inside of another tu"
      else if (name === "tu") unit = { id: attributes["tuid"] || null, ...datesOf(attributes), texts: [] }
      else if (name === "tuv" && unit !== null) {
        text = startText(attributes, unit)
        if (unit.texts.length >= textsOfUnitMax) error = `A tu has more than ${textsOfUnitMax} tuv`
      } else if (name === "seg" && parent === "tuv") segmentDepth = path.length
    },
    text: (characters) => {
      if (segmentDepth === 0) return
      const parent = inline.at(-1)
      if (parent !== undefined) parent.isEmpty = false
      append(characters)
    },
    close: () => {
      const depth = path.length
      const name = path.pop()
      if (segmentDepth > 0 && depth > segmentDepth) closeInline()
      else if (depth === segmentDepth) {
        segmentDepth = 0
        inline = []
      } else if (name === "tuv" && unit !== null && text !== null) {
        unit.texts.push({ ...text, text: text.text.toWellFormed() })
        text = null
      } else if (name === "tu" && unit !== null) {
        visit({ id: unit.id, texts: unit.texts })
        unit = null
      }
    },
    failure: (place) => {
      if (error !== null)
        failure ??= parseFailure(error, place ? { line: place.line, column: place.columnIndex + 1 } : null)
      return failure
    },
    // OmegaT and many other tools write one.
    ignoresDeclarations: true
  })
}

interface UnitInProgress extends Dates {
  readonly id: string | null
  readonly texts: Array<MemoryText>
}

interface TextInProgress extends Dates {
  readonly languageTag: string
  text: string
}

interface Dates {
  readonly createdAt: number | null
  readonly changedAt: number | null
}

interface InlineElement {
  readonly name: string
  readonly attributes: XmlAttributes
  isEmpty: boolean
}

const datesOf = (attributes: XmlAttributes): Dates => ({
  createdAt: parseMemoryDate(attributes["creationdate"]),
  changedAt: parseMemoryDate(attributes["changedate"])
})

/** A text without dates of its own has those of its unit. */
const startText = (attributes: XmlAttributes, unit: Dates): TextInProgress => {
  const { createdAt, changedAt } = datesOf(attributes)
  return {
    languageTag: attributes["xml:lang"] ?? attributes["lang"] ?? "",
    text: "",
    createdAt: createdAt ?? unit.createdAt,
    changedAt: changedAt ?? unit.changedAt
  }
}

/** Highlighted text and text within code hold no code of their own: without content they are nothing. */
const placeholderOf = ({ name, attributes }: InlineElement): string => {
  const number = attributes["x"] ?? attributes["i"] ?? "1"
  switch (name) {
    case "bpt":
      return `<g${attributes["i"] ?? number}>`
    case "ept":
      return `</g${attributes["i"] ?? number}>`
    case "ph":
    case "it":
    case "ut":
      return `{${number}}`
    default:
      return ""
  }
}
