import { type SourcePosition, unnamedLanguage } from "@dragoman/domain/import"
import { formatLimits, tooManySentence, valuesMaxOf } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import { positionsIn } from "../source-text.ts"
import { walkXml, type XmlElement } from "../xml/walk-xml.ts"
import { type InlineContent, startInlineContent } from "./inline-content.ts"
import type { XliffUnit, XliffValue } from "./xliff-unit.ts"

/** An XLIFF document of any version; only units of versions 1.0 to 1.2 are understood. */
export interface XliffDocument {
  readonly kind: "document"
  /** Its size. */
  readonly utf16Units: number
  /** Null = the attribute is missing. */
  readonly version: string | null
  /** The place of the root element. */
  readonly position: SourcePosition
  readonly fileOriginals: ReadonlyArray<string>
  readonly units: ReadonlyArray<XliffUnit>
  /** Units of other kinds or of other versions of XLIFF, which are not read. */
  readonly otherUnits: ReadonlyArray<{ readonly name: string; readonly position: XliffUnit["position"] }>
}

/**
 * Reads the units of a document in order; those in groups too. Names of elements are compared without case and prefix.
 * Content of `alt-trans` belongs to no unit.
 * Source: docs/reference/import.md#xliff.
 */
export const parseXliff = (text: string): XliffDocument | ParseFailure => {
  const positionOf = positionsIn(text)
  const unitsMax = valuesMaxOf(text.length)
  const frames: Array<Frame> = []
  const units: Array<XliffUnit> = []
  const otherUnits: Array<XliffDocument["otherUnits"][number]> = []
  const fileOriginals: Array<string> = []
  let version: string | null = null
  let rootOffset = 0
  let file: FileAttributes = noFile
  let unit: UnitInProgress | null = null
  let content: ContentInProgress | null = null
  let failure: ParseFailure | null = null

  const open = (element: XmlElement) => {
    const parent = frames.at(-1)
    const name = element.name.toLowerCase()
    const keepsSpace = keepsSpaceIn(element, parent)
    frames.push({ name, keepsSpace })
    if (content !== null) {
      content.inline.open(element)
    } else if (parent === undefined) {
      version = element.attributes["version"] ?? null
      rootOffset = element.offset
      if (name !== "xliff") failure = parseFailure("The root element is not xliff", positionOf(element.offset))
    } else if (name === "file") {
      file = attributesOfFile(element)
      fileOriginals.push(file.original)
    } else if (name === "trans-unit") {
      if (unit !== null) failure ??= parseFailure("A unit stands inside of another unit", positionOf(element.offset))
      unit = startUnit(element, frames.length)
    } else if (unit === null && (name === "unit" || name === "bin-unit")) {
      if (otherUnits.length < formatLimits.warningsMax) otherUnits.push({ name, position: positionOf(element.offset) })
    } else if (unit !== null && frames.length === unit.depth + 1 && isContentName(name)) {
      const state = element.attributes["state"] ?? null
      content = { name, keepsSpace, depth: frames.length, offset: element.offset, state, inline: startInlineContent() }
    }
  }

  const close = () => {
    const depth = frames.length
    frames.pop()
    if (content !== null && unit !== null && depth === content.depth) {
      const { inline, keepsSpace, state, offset } = content
      const value = { ...inline.finish(keepsSpace), state, position: positionOf(offset) }
      // The last one of several stays.
      if (content.name !== "note" && unit[content.name] !== null) unit.repeatedAt ??= value.position
      unit[content.name] = value
      content = null
    } else if (content !== null) {
      content.inline.close()
    } else if (unit !== null && depth === unit.depth) {
      units.push(finishUnit(unit, file, positionOf(unit.offset)))
      unit = null
      if (units.length > unitsMax)
        failure ??= parseFailure(tooManySentence("units", text.length), units.at(-1)?.position ?? null)
    }
  }

  const malformed = walkXml(text, positionOf, {
    open,
    text: (part) => content?.inline.text(part),
    close,
    failure: () => failure
  })
  if (malformed !== null) return malformed
  const position = positionOf(rootOffset)
  return { kind: "document", utf16Units: text.length, version, position, fileOriginals, units, otherUnits }
}

interface Frame {
  readonly name: string
  readonly keepsSpace: boolean
}

type ContentName = "source" | "target" | "note"

const isContentName = (name: string): name is ContentName => name === "source" || name === "target" || name === "note"

interface ContentInProgress {
  readonly name: ContentName
  readonly keepsSpace: boolean
  readonly depth: number
  readonly offset: number
  readonly state: string | null
  readonly inline: InlineContent
}

interface UnitInProgress extends Record<ContentName, XliffValue | null> {
  readonly id: string | null
  readonly isTranslatable: boolean
  readonly isApproved: boolean
  readonly depth: number
  readonly offset: number
  repeatedAt: XliffUnit["repeatedAt"]
}

interface FileAttributes {
  readonly original: string
  readonly sourceLanguage: string
  readonly targetLanguage: string
}

const noFile: FileAttributes = { original: "", sourceLanguage: unnamedLanguage, targetLanguage: unnamedLanguage }

const attributesOfFile = ({ attributes }: XmlElement): FileAttributes => ({
  original: attributes["original"] ?? "",
  sourceLanguage: attributes["source-language"] ?? unnamedLanguage,
  targetLanguage: attributes["target-language"] ?? unnamedLanguage
})

/** The nearest `xml:space` decides. */
const keepsSpaceIn = (element: XmlElement, parent: Frame | undefined): boolean => {
  const space = element.attributes["xml:space"]
  return space === undefined ? (parent?.keepsSpace ?? false) : space === "preserve"
}

const startUnit = (element: XmlElement, depth: number): UnitInProgress => ({
  id: element.attributes["id"] ?? null,
  isTranslatable: element.attributes["translate"] !== "no",
  isApproved: element.attributes["approved"] === "yes",
  depth,
  offset: element.offset,
  source: null,
  target: null,
  note: null,
  repeatedAt: null
})

const finishUnit = (unit: UnitInProgress, file: FileAttributes, position: XliffUnit["position"]): XliffUnit => ({
  id: unit.id,
  isTranslatable: unit.isTranslatable,
  isApproved: unit.isApproved,
  sourceLanguage: file.sourceLanguage,
  targetLanguage: file.targetLanguage,
  fileOriginal: file.original,
  source: unit.source,
  target: unit.target,
  note: unit.note,
  repeatedAt: unit.repeatedAt,
  position
})
