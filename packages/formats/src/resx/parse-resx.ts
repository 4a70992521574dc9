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
  const open = (element: XmlElement) => {
    depth++
    if (depth === 1 && element.name !== "root") fail("The root element is not root", element)
    if (depth === 2 && element.name === "data") {
      if (++entryCount > countMax) fail(tooManySentence("data elements", source.length), element)
      entry = startEntry(element)
    } else if (depth === 3 && entry !== null && (element.name === "value" || element.name === "comment")) {
      part = element.name
      entry[part] = { text: "", offset: element.offset }
    } else if (depth > 3 && part !== null) {
      fail(`An element stands inside of a ${part}`, element)
    }
  }
  const text = (content: string) => {
    const current = part === null ? null : entry?.[part]
    if (current) current.text += content
  }
  const close = () => {
    if (depth === 3) part = null
    if (depth === 2 && entry !== null) {
      visit(finishEntry(entry))
      entry = null
    }
    depth--
  }
  return walkXml(source, positionOf, { open, text, close, failure: () => failure })
}

interface EntryInProgress {
  readonly name: string | null
  readonly isObject: boolean
  readonly offset: number
  value: PartInProgress | null
  comment: PartInProgress | null
}

interface PartInProgress {
  text: string
  readonly offset: number
}

const startEntry = ({ attributes, offset }: XmlElement): EntryInProgress => {
  const type = attributes.get("type") ?? "System.String"
  return {
    name: attributes.get("name") ?? null,
    isObject: attributes.has("mimetype") || !/^System\.String\b/.test(type),
    offset,
    value: null,
    comment: null
  }
}

const finishEntry = ({ name, isObject, offset, value, comment }: EntryInProgress): ResxEntry => ({
  name,
  isObject,
  offset,
  text: value?.text ?? null,
  textOffset: value?.offset ?? offset,
  comment: comment?.text ?? null,
  commentOffset: comment?.offset ?? offset
})
