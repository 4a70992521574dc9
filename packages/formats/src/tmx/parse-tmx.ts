import { unnamedLanguage } from "@dragoman/domain/import"
import { tooManySentence, valuesMaxOf } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { EntryParser } from "../source-text.ts"
import { type InlineContent, startInlineContent } from "../xliff/inline-content.ts"
import { walkXml, type XmlElement } from "../xml/walk-xml.ts"

/** A `tu`. Offsets are UTF-16 units in the document. */
export interface TranslationUnit {
  /** Null = the attribute is missing. */
  readonly id: string | null
  /** The language that it was translated from; null = the file does not name one. */
  readonly sourceLanguage: string | null
  /** Type and text of the `prop` elements of the unit itself, in order. */
  readonly properties: ReadonlyArray<readonly [type: string, text: string]>
  readonly notes: ReadonlyArray<string>
  readonly segments: ReadonlyArray<Segment>
  readonly offset: number
}

/** The `seg` of a `tuv`. */
export interface Segment {
  readonly languageName: string
  /** With elements in it the text is XML, else it is plain. */
  readonly text: string
  readonly offset: number
}

/**
 * Walks the units of a translation memory in order. Null = all of it was read.
 * Source: https://www.gala-global.org/tmx-14b
 */
export const parseTmx: EntryParser<TranslationUnit> = (text, positionOf, visit) => {
  const path: Array<string> = []
  let failure: ParseFailure | null = null
  let fileLanguage: string | null = null
  const countMax = valuesMaxOf(text.length)
  let unitCount = 0
  let unit: UnitInProgress | null = null
  let languageName = unnamedLanguage
  let content: ContentInProgress | null = null

  const fail = (message: string, { offset }: XmlElement) => {
    failure ??= parseFailure(message, positionOf(offset))
  }
  const open = (element: XmlElement) => {
    const { name, attributes } = element
    const parent = path.at(-1)
    path.push(name)
    if (content !== null) {
      content.inline.open(element)
    } else if (parent === undefined && name !== "tmx") {
      fail("The root element is not tmx", element)
    } else if (name === "header" && parent === "tmx") {
      fileLanguage = namedLanguage(attributes["srclang"])
    } else if (name === "tu") {
      if (unit !== null) fail("A tu stands inside of another tu", element)
      if (++unitCount > countMax) fail(tooManySentence("units", text.length), element)
      unit = startUnit(element, fileLanguage)
    } else if (name === "tuv" && parent === "tu") {
      languageName = attributes["xml:lang"] ?? attributes["lang"] ?? unnamedLanguage
    } else if (isContent(name, parent)) {
      content = { element, depth: path.length, inline: startInlineContent() }
    }
  }
  const close = () => {
    const depth = path.length
    const name = path.pop()
    if (content !== null && depth === content.depth) {
      if (unit !== null) keepContent(content, unit, languageName)
      content = null
    } else if (content !== null) {
      content.inline.close()
    } else if (unit !== null && name === "tu") {
      visit(unit)
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

interface UnitInProgress extends TranslationUnit {
  readonly properties: Array<readonly [type: string, text: string]>
  readonly notes: Array<string>
  readonly segments: Array<Segment>
}

interface ContentInProgress {
  readonly element: XmlElement
  readonly depth: number
  readonly inline: InlineContent
}

/** Notes and properties of one text are not read. */
const isContent = (name: string, parent: string | undefined): boolean =>
  (name === "seg" && parent === "tuv") || ((name === "note" || name === "prop") && parent === "tu")

/** `*all*`: any language may be the source. */
const namedLanguage = (name: string | undefined): string | null =>
  name === undefined || name === "*all*" ? null : name

const startUnit = ({ attributes, offset }: XmlElement, fileLanguage: string | null): UnitInProgress => ({
  id: attributes["tuid"] ?? null,
  sourceLanguage: "srclang" in attributes ? namedLanguage(attributes["srclang"]) : fileLanguage,
  properties: [],
  notes: [],
  segments: [],
  offset
})

/** All white space of a segment counts. */
const keepContent = ({ element, inline }: ContentInProgress, unit: UnitInProgress, languageName: string): void => {
  const { name, attributes, offset } = element
  const { text } = inline.finish(true)
  if (name === "seg") unit.segments.push({ languageName, text, offset })
  else if (name === "note") unit.notes.push(text)
  else unit.properties.push([attributes["type"] ?? "", text])
}
