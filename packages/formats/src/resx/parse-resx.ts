import { tooManySentence, valuesMaxOf } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { EntryParser } from "../source-text.ts"
import { walkXml, type XmlElement } from "../xml/walk-xml.ts"

/** One `data` element. */
export interface ResxEntry {
  /** Null = the attribute is missing. */
  readonly name: string | null
  /** Null = it has no `value`. */
  readonly text: string | null
  readonly comment: string | null
  /** True = the value is a file or a serialized object, no text. */
  readonly isObject: boolean
  /** UTF-16 offsets of the elements; that of an absent one is that of `data`. */
  readonly offset: number
  readonly textOffset: number
  readonly commentOffset: number
}

/**
 * The `data` elements of a resource file of .NET, in order; headers, schema, metadata and assemblies are skipped.
 * Source: https://learn.microsoft.com/en-us/dotnet/core/extensions/create-resource-files#resources-in-resx-files
 */
export const parseResx: EntryParser<ResxEntry> = (source, positionOf, visit) => {
  let failure: ParseFailure | null = null
  let depth = 0
  const countMax = valuesMaxOf(source.length)
  let entryCount = 0
  let entry: EntryInProgress | null = null
  let part: "value" | "comment" | null = null

  const fail = (message: string, { offset }: XmlElement) => {
    failure ??= parseFailure(message, positionOf(offset))
  }
  const startPart = ({ name, offset }: XmlElement): "value" | "comment" | null => {
    if (entry === null) return null
    if (name === "value") {
      entry.text = ""
      entry.textOffset = offset
      return name
    }
    if (name !== "comment") return null
    entry.comment = ""
    entry.commentOffset = offset
    return name
  }
  const open = (element: XmlElement) => {
    depth++
    if (depth === 1 && element.name !== "root") fail("The root element is not root", element)
    if (depth === 2 && element.name === "data") {
      if (++entryCount > countMax) fail(tooManySentence("data elements", source.length), element)
      entry = startEntry(element)
    } else if (depth > 3 && part !== null) {
      fail(`An element stands inside of a ${part}`, element)
    } else if (depth === 3) {
      part = startPart(element)
    }
  }
  const text = (content: string) => {
    if (entry === null || part === null) return
    if (part === "value") entry.text += content
    else entry.comment += content
  }
  const close = () => {
    if (depth === 3) part = null
    if (depth === 2 && entry !== null) {
      visit(entry)
      entry = null
    }
    depth--
  }
  return walkXml(source, positionOf, { open, text, close, failure: () => failure })
}

interface EntryInProgress extends ResxEntry {
  text: string | null
  comment: string | null
  textOffset: number
  commentOffset: number
}

const startEntry = ({ attributes, offset }: XmlElement): EntryInProgress => {
  const type = attributes["type"]
  return {
    name: attributes["name"] ?? null,
    text: null,
    comment: null,
    isObject: "mimetype" in attributes || (type !== undefined && !/^System\.String\b/.test(type)),
    offset,
    textOffset: offset,
    commentOffset: offset
  }
}
