import { unnamedLanguage } from "@dragoman/domain/import"
import { tooManySentence, valuesMaxOf } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import { type InlineContent, startInlineContent } from "../xliff/inline-content.ts"
import { escapeXmlText } from "../xml/escape-xml.ts"
import { walkXml, type XmlAttributes, type XmlElement } from "../xml/walk-xml.ts"

/** A `unit` of XLIFF 2. Offsets are UTF-16 units in the document. */
export interface Xliff2Unit {
  /** Null = the attribute is missing. */
  readonly id: string | null
  readonly name: string | null
  /** Attribute `original` of the file element; `""` when it is missing. */
  readonly fileOriginal: string
  /** Segments and the parts between them, in order. */
  readonly parts: ReadonlyArray<UnitPart>
  readonly notes: ReadonlyArray<UnitNote>
  /** Id and content of the `data` elements, in order. */
  readonly originalData: ReadonlyArray<readonly [id: string, content: string]>
  readonly offset: number
}

/** A `segment` or an `ignorable`. */
export interface UnitPart {
  readonly isSegment: boolean
  /** The attributes `state` and `subState`; null = they are missing. */
  readonly state: string | null
  readonly subState: string | null
  readonly source: PartText | null
  readonly target: PartText | null
}

/** `source` or `target` of one part. */
export interface PartText {
  readonly text: string
  /** True = the text is XML, with elements in it; else it is plain. */
  readonly isMarkup: boolean
  /** White space at an end of the element was left out as layout of the file. */
  readonly hasLayout: boolean
  /** Place of a target among the targets, from 1; null = that of its part. */
  readonly order: number | null
  readonly offset: number
}

export interface UnitNote {
  readonly text: string
  readonly attributes: XmlAttributes
  readonly offset: number
}

export interface Xliff2Visitor {
  /** Before the units. A language is `unnamedLanguage` when the document does not name it. */
  readonly root: (root: Xliff2Root) => void
  readonly unit: (unit: Xliff2Unit) => void
}

export interface Xliff2Root {
  readonly sourceLanguage: string
  readonly targetLanguage: string
}

/**
 * Walks the units of an XLIFF 2 document in order; those in groups too. Elements of modules and extensions belong to no
 * unit. Null = all of it was read.
 * Source: https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html
 */
export const parseXliff2 = (text: string, positionOf: PositionOf, visitor: Xliff2Visitor): ParseFailure | null => {
  const frames: Array<Frame> = []
  let failure: ParseFailure | null = null
  let fileOriginal = ""
  const countMax = valuesMaxOf(text.length)
  let unitCount = 0
  let unit: UnitInProgress | null = null
  let part: PartInProgress | null = null
  let content: ContentInProgress | null = null

  const fail = (message: string, { offset }: XmlElement) => {
    failure ??= parseFailure(message, positionOf(offset))
  }
  const open = (element: XmlElement) => {
    const { name, attributes } = element
    const parent = frames.at(-1)
    const keepsSpace = keepsSpaceIn(element, parent?.keepsSpace ?? false)
    frames.push({ name, keepsSpace })
    if (content !== null) {
      content.isMarkup = true
      content.inline.open(element)
    } else if (parent === undefined) {
      visitor.root(rootOf(element))
    } else if (name === "file" && frames.length === 2) {
      fileOriginal = attributes["original"] ?? ""
    } else if (name === "unit") {
      if (unit !== null) fail("A unit stands inside of another unit", element)
      if (++unitCount > countMax) fail(tooManySentence("units", text.length), element)
      unit = startUnit(element, frames.length, fileOriginal)
    } else if (unit !== null && frames.length === unit.depth + 1 && (name === "segment" || name === "ignorable")) {
      const [state, subState] = [attributes["state"] ?? null, attributes["subState"] ?? null]
      part = { isSegment: name === "segment", state, subState, source: null, target: null }
    } else if (unit !== null && frames.length === unit.depth + 2 && isContent(name, parent.name)) {
      content = { element, keepsSpace, isMarkup: false, depth: frames.length, inline: startInlineContent() }
    }
  }
  const close = () => {
    const depth = frames.length
    frames.pop()
    if (content !== null && unit !== null && depth === content.depth) {
      keepContent(content, unit, part)
      content = null
    } else if (content !== null) {
      content.inline.close()
    } else if (unit !== null && part !== null && depth === unit.depth + 1) {
      unit.parts.push(part)
      part = null
    } else if (unit !== null && depth === unit.depth) {
      visitor.unit(unit)
      unit = null
    }
  }
  return walkXml(text, positionOf, {
    open,
    text: (characters) => content?.inline.text(characters),
    close,
    failure: () => failure
  })
}

/** True when the root element says version 2.0, 2.1 or a later one with the same core. */
export const isXliff2 = (text: string): boolean => {
  let version: string | null = null
  const stop = parseFailure("", null)
  const open = ({ name, attributes }: XmlElement) => {
    version ??= name === "xliff" ? (attributes["version"] ?? "") : ""
  }
  const failure = () => (version === null ? null : stop)
  walkXml(text, () => ({ line: 1, column: 1 }), { open, text: () => {}, close: () => {}, failure })
  return /^2\.\d$/.test(version ?? "")
}

/** The parts as one text; null = there are none. Plain text beside elements is XML, too. */
export const joinParts = (
  parts: ReadonlyArray<PartText>
): { readonly text: string; readonly hasLayout: boolean; readonly offset: number } | null => {
  const [first] = parts
  if (first === undefined) return null
  const isMarkup = parts.some((part) => part.isMarkup)
  const texts = parts.map((part) => (isMarkup && !part.isMarkup ? escapeXmlText(part.text) : part.text))
  return { text: texts.join(""), hasLayout: parts.some((part) => part.hasLayout), offset: first.offset }
}

interface Frame {
  readonly name: string
  readonly keepsSpace: boolean
}

interface UnitInProgress extends Xliff2Unit {
  readonly depth: number
  readonly parts: Array<UnitPart>
  readonly notes: Array<UnitNote>
  readonly originalData: Array<readonly [id: string, content: string]>
}

interface PartInProgress {
  readonly isSegment: boolean
  readonly state: string | null
  readonly subState: string | null
  source: PartText | null
  target: PartText | null
}

interface ContentInProgress {
  readonly element: XmlElement
  readonly keepsSpace: boolean
  readonly depth: number
  readonly inline: InlineContent
  isMarkup: boolean
}

const isContent = (name: string, parentName: string): boolean =>
  parentName === "segment" || parentName === "ignorable"
    ? name === "source" || name === "target"
    : (parentName === "notes" && name === "note") || (parentName === "originalData" && name === "data")

/** The nearest `xml:space` decides. */
const keepsSpaceIn = ({ attributes }: XmlElement, inherited: boolean): boolean => {
  const space = attributes["xml:space"]
  return space === undefined ? inherited : space === "preserve"
}

const rootOf = ({ attributes }: XmlElement): Xliff2Root => ({
  sourceLanguage: attributes["srcLang"] ?? unnamedLanguage,
  targetLanguage: attributes["trgLang"] ?? unnamedLanguage
})

const startUnit = ({ attributes, offset }: XmlElement, depth: number, fileOriginal: string): UnitInProgress => ({
  id: attributes["id"] ?? null,
  name: attributes["name"] ?? null,
  fileOriginal,
  depth,
  offset,
  parts: [],
  notes: [],
  originalData: []
})

const keepContent = (
  { element, keepsSpace, isMarkup, inline }: ContentInProgress,
  unit: UnitInProgress,
  part: PartInProgress | null
): void => {
  const { name, attributes, offset } = element
  if (name === "note") {
    unit.notes.push({ text: inline.finish(keepsSpace).text, attributes, offset })
  } else if (name === "data") {
    // White space of original code always counts.
    unit.originalData.push([attributes["id"] ?? "", inline.finish(true).text])
  } else if (part !== null && (name === "source" || name === "target")) {
    const order = /^[1-9]\d{0,6}$/.exec(attributes["order"] ?? "")?.[0]
    part[name] = {
      ...inline.finish(keepsSpace),
      isMarkup,
      order: order === undefined ? null : Number(order),
      offset
    }
  }
}
