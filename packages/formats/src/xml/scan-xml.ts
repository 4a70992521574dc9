import { LongText } from "../long-text.ts"
import { hasForbiddenCharacters } from "./escape-xml.ts"
import { placeBehind, startPlace, type WalkPlace } from "./walk-place.ts"
import { XmlAttributes } from "./xml-attributes.ts"

/** What a document consists of, in its order. Offsets are those of the document; `end` is the one behind the part. */
export interface XmlEvents {
  /** `name`: as written. */
  readonly open: (name: string, attributes: XmlAttributes, isSelfClosing: boolean, offset: number, end: number) => void
  /** Inside of the root element, decoded: all between two signs `<`. */
  readonly text: (text: string, end: number) => void
  readonly cdata: (text: string, end: number) => void
  readonly comment: (text: string, offset: number) => void
  readonly close: (end: number) => void
  /** An element with nothing inside but a text, which may be empty; absent = it is opened and closed like others. */
  readonly leaf?:
    | ((name: string, attributes: XmlAttributes, text: string, offset: number, end: number) => void)
    | undefined
  /** A document type that declares something begins here. Throws. */
  readonly declarations: (offset: number) => void
}

/**
 * Reads what documents mostly consist of: tags, texts and comments as tools write them. It stops in front of
 * anything else, mistakes included, and leaves that and the rest to the library, which takes three times as long. ADR 62.
 */
export class XmlScanner {
  private readonly events: XmlEvents
  private text = ""
  /** Where the text begins. */
  private start = startPlace
  private base = 0
  /** Offset in the text up to which it is read. */
  private at = 0
  /** Names as written. */
  private readonly openNames: Array<string> = []
  private rootName: string | null = null
  private hasDoctype = false
  /** How far the plain text goes that begins at an offset: looked for when an element opens, and needed again for its text. */
  private plainStart = -1
  private plainEnd = -1
  /** Few names come again and again: a name is cut from the text once, and then compared quickly. By their hash. */
  private readonly knownNames: Array<string> = Array.from({ length: knownNamesMax }, () => "")

  constructor(events: XmlEvents) {
    this.events = events
  }

  /** True = what was written is a whole document. */
  get isComplete(): boolean {
    return this.isRootClosed() && this.at === this.text.length
  }

  /** What is not read, and where it begins. */
  get rest(): string {
    return this.text.slice(this.at)
  }

  get restUtf16Units(): number {
    return this.text.length - this.at
  }

  /** The offset behind all that was written. */
  get end(): number {
    return this.base + this.text.length
  }

  get place(): WalkPlace {
    return placeBehind(this.start, this.text.slice(0, this.at))
  }

  /** Of an offset in the text that is being read. */
  placeOf(offset: number): WalkPlace {
    return placeBehind(this.start, this.text.slice(0, offset - this.start.position))
  }

  /** A short document that brings a parser to where this one stopped. */
  get prefix(): string {
    if (this.start.position + this.at === 0) return ""
    const doctype = this.hasDoctype ? "<!DOCTYPE a>" : ""
    const tags = this.isRootClosed() ? `<${this.rootName}/>` : this.openNames.map((name) => `<${name}>`).join("")
    return `<?xml version="1.0"?>${doctype}${tags}`
  }

  /** Reads the next text of the document, with the rest of the one before. It stops at its end, or where a part is incomplete, or none of its own. */
  write(text: string): void {
    const { rest, place } = this
    this.text = rest + text
    this.start = place
    this.base = place.position
    this.plainStart = -1
    let next: number | null = this.base === 0 ? matchEnd(declaration, this.text, 0) : 0
    while (next !== null) {
      this.at = next
      next = this.openNames.length === 0 ? skipSpace(this.text, this.at) : this.scanText(this.at)
      if (next === null) break
      this.at = next
      next = this.scanMarkup(this.at)
    }
  }

  private isRootClosed(): boolean {
    return this.rootName !== null && this.openNames.length === 0
  }

  /** Returns the offset of the next `<`; null = the scan stops, so the others. */
  private scanText(start: number): number | null {
    const { text } = this
    const plainEnd = start === this.plainStart ? this.plainEnd : endOfPlain(text, start)
    const isPlain = text.charCodeAt(plainEnd) === lessThan
    const end = isPlain ? plainEnd : text.indexOf("<", plainEnd)
    if (end === -1) return null
    if (end === start) return end
    const source = text.slice(start, end)
    const content = isPlain ? source : decodeText(source)
    if (content === null) return null
    this.events.text(content, this.base + end)
    return end
  }

  /** Returns the offset behind a tag, a comment or a section. */
  private scanMarkup(start: number): number | null {
    const { text } = this
    if (text.charCodeAt(start) !== lessThan) return null
    const unit = text.charCodeAt(start + 1)
    if (unit === slash) return this.scanClosingTag(start)
    if (unit !== exclamationMark) return this.scanOpeningTag(start)
    if (text.startsWith("--", start + 2)) return this.scanComment(start)
    return text.startsWith("[CDATA[", start + 2) ? this.scanCdata(start) : this.skipDoctype(start)
  }

  private scanClosingTag(start: number): number | null {
    const { text, openNames } = this
    const name = openNames.at(-1)
    if (name === undefined || !text.startsWith(name, start + 2)) return null
    const end = start + 2 + name.length
    if (text.charCodeAt(end) !== greaterThan) return null
    openNames.pop()
    this.events.close(this.base + end + 1)
    return end + 1
  }

  private scanOpeningTag(start: number): number | null {
    const { text } = this
    const nameEnd = endOfName(text, start + 1)
    if (nameEnd === -1 || this.isRootClosed()) return null
    let attributes: Array<string> | null = null
    for (let at = nameEnd; ; ) {
      const unit = text.charCodeAt(at)
      if (unit === greaterThan) return this.open(start, nameEnd, attributes, false, at + 1)
      if (unit === slash) {
        if (text.charCodeAt(at + 1) !== greaterThan) return null
        return this.open(start, nameEnd, attributes, true, at + 2)
      }
      const next = skipSpace(text, at)
      if (next === at) return null
      at = next
      if (text.charCodeAt(at) === greaterThan || text.charCodeAt(at) === slash) continue
      const attributeNameEnd = endOfName(text, at)
      const valueEnd = attributeNameEnd === -1 ? -1 : this.endOfValue(attributeNameEnd)
      if (valueEnd === -1) return null
      const name = this.nameAt(at, attributeNameEnd)
      const source = text.slice(attributeNameEnd + 2, valueEnd)
      const value = plainValue.test(source) ? source : decodeValue(source)
      if (value === null) return null
      // A list that grows takes room for more than an element mostly has.
      if (attributes === null) attributes = [name, value]
      else if (attributes.length === attributesMax || isNamed(attributes, name)) return null
      else attributes.push(name, value)
      at = valueEnd + 1
    }
  }

  /** `nameEnd`: where the equals sign is to stand. Returns the offset of the closing quote; -1 = it is not there. */
  private endOfValue(nameEnd: number): number {
    const { text } = this
    if (text.charCodeAt(nameEnd) !== equals) return -1
    const quote = text.charCodeAt(nameEnd + 1)
    if (quote === doubleQuote) return text.indexOf('"', nameEnd + 2)
    return quote === singleQuote ? text.indexOf("'", nameEnd + 2) : -1
  }

  private open(
    start: number,
    nameEnd: number,
    attributes: ReadonlyArray<string> | null,
    isSelfClosing: boolean,
    end: number
  ): number {
    const name = this.nameAt(start + 1, nameEnd)
    const taken = attributes === null ? XmlAttributes.none : new XmlAttributes(attributes)
    const { base, events } = this
    if (events.leaf !== undefined && !isSelfClosing && this.rootName !== null) {
      const leafEnd = this.endOfLeaf(name, end)
      if (leafEnd !== -1) {
        events.leaf(name, taken, this.text.slice(end, this.plainEnd), base + start, base + leafEnd)
        return leafEnd
      }
    }
    this.rootName ??= name
    if (!isSelfClosing) this.openNames.push(name)
    events.open(name, taken, isSelfClosing, base + start, base + end)
    if (isSelfClosing) events.close(base + end)
    return end
  }

  /** Of the element whose content begins at `start`; -1 = there is more in it than plain text. */
  private endOfLeaf(name: string, start: number): number {
    const { text } = this
    const plainEnd = endOfPlain(text, start)
    this.plainStart = start
    this.plainEnd = plainEnd
    if (text.charCodeAt(plainEnd) !== lessThan || text.charCodeAt(plainEnd + 1) !== slash) return -1
    const nameEnd = plainEnd + 2 + name.length
    return text.charCodeAt(nameEnd) === greaterThan && text.startsWith(name, plainEnd + 2) ? nameEnd + 1 : -1
  }

  private nameAt(start: number, end: number): string {
    const { text, knownNames } = this
    const length = end - start
    const place = (31 * text.charCodeAt(start) + 7 * text.charCodeAt(end - 1) + length) % knownNamesMax
    const known = knownNames[place] ?? ""
    if (known.length === length && text.startsWith(known, start)) return known
    const name = text.slice(start, end)
    knownNames[place] = name
    return name
  }

  private scanComment(start: number): number | null {
    const { text } = this
    const end = text.indexOf("--", start + 4)
    if (end === -1 || text.charCodeAt(end + 2) !== greaterThan) return null
    const content = normalizeLines(text.slice(start + 4, end))
    if (content === null) return null
    this.events.comment(content, this.base + start)
    return end + 3
  }

  private scanCdata(start: number): number | null {
    const { text } = this
    const end = text.indexOf("]]>", start + 9)
    if (end === -1 || this.openNames.length === 0) return null
    const content = normalizeLines(text.slice(start + 9, end))
    if (content === null) return null
    this.events.cdata(content, this.base + end + 3)
    return end + 3
  }

  /** One that declares nothing. */
  private skipDoctype(start: number): number | null {
    if (this.hasDoctype || this.rootName !== null) return null
    const end = matchEnd(simpleDoctype, this.text, start)
    // At once: the library would read all of them first.
    if (matchEnd(declaringDoctype, this.text, start) > start) this.events.declarations(this.base + start)
    if (end === start) return null
    this.hasDoctype = true
    return end
  }
}

const exclamationMark = 0x21
const doubleQuote = 0x22
const singleQuote = 0x27
const slash = 0x2f
const lessThan = 0x3c
const equals = 0x3d
const greaterThan = 0x3e

/** Names and values. More are left to the library: each name is compared with the others. */
const attributesMax = 2 * 32

const isNamed = (attributes: ReadonlyArray<string>, name: string): boolean => {
  for (let index = 0; index < attributes.length; index += 2) if (attributes[index] === name) return true
  return false
}

const knownNamesMax = 64

const declaration =
  /<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/y
const simpleDoctype = /<!DOCTYPE (?:[\w\s.]|"[\w\s./:-]*")*>/y
const declaringDoctype = /<!DOCTYPE (?:[\w\s.]|"[\w\s./:-]*")*\[/y

/** Stands for itself up to the next tag. Halves of characters may be without the other one. */
const plainText = /[\t\n\x20-%'-;=-\\^-\ud7ff\ue000-\ufffd]*/y
const plainValue = /^[\x20-%'-;=-\ud7ff\ue000-\ufffd]*$/

/** The offset behind what the pattern matches at a place; the place itself when it does not. */
const matchEnd = (sticky: RegExp, text: string, start: number): number => {
  sticky.lastIndex = start
  return sticky.test(text) ? sticky.lastIndex : start
}

const skipSpace = (text: string, start: number): number => {
  let at = start
  for (;;) {
    const unit = text.charCodeAt(at)
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at
    at++
  }
}

/** How far the text goes that stands for itself. Much of it is the white space between two tags. */
const endOfPlain = (text: string, start: number): number => {
  let at = start
  for (;;) {
    const unit = text.charCodeAt(at)
    if (unit === lessThan) return at
    if (unit !== 0x20 && unit !== 0x0a) return matchEnd(plainText, text, at)
    at++
  }
}

/** -1 = no name of ASCII begins there. */
const endOfName = (text: string, start: number): number => {
  if (nameUnits[text.charCodeAt(start)] !== startsName) return -1
  let end = start + 1
  while ((nameUnits[text.charCodeAt(end)] ?? 0) > 0) end++
  return end
}

const startsName = 2

/** By character of ASCII: 0 = no part of a name. */
const nameUnits: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) => {
  const sign = String.fromCharCode(unit)
  return /[A-Za-z_:]/.test(sign) ? startsName : /[\d.-]/.test(sign) ? 1 : 0
})

/** Null = the text has something that XML does not allow, so the others. */
const decodeText = (source: string): string | null => {
  const text = source.includes("]]>") ? null : normalizeLines(source)
  return text === null ? null : decodeReferences(text)
}

/** White space in a value is a space, unless it is written as a reference. */
const decodeValue = (source: string): string | null =>
  source.includes("<") || !isAllowed(source) ? null : decodeReferences(source.replace(/\r\n|[\t\n\r]/g, " "))

const normalizeLines = (source: string): string | null => {
  if (!isAllowed(source)) return null
  return source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source
}

const isAllowed = (source: string): boolean => !hasForbiddenCharacters(source) && source.isWellFormed()

/** Part by part: a match for each reference of a long text would take many times its memory. */
const decodeReferences = (source: string): string | null => {
  let at = source.indexOf("&")
  if (at === -1) return source
  const decoded = new LongText()
  let plainStart = 0
  for (; at !== -1; at = source.indexOf("&", plainStart)) {
    const end = source.slice(at, at + referenceMax).indexOf(";")
    const character = end === -1 ? null : characterOf(source.slice(at + 1, at + end))
    if (character === null) return null
    decoded.add(source.slice(plainStart, at))
    decoded.add(character)
    plainStart = at + end + 1
  }
  decoded.add(source.slice(plainStart))
  return decoded.finish()
}

/** UTF-16 units of the longest one: `&#1114111;`. */
const referenceMax = 10

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"]
])

/** Null = the reference names nothing that XML has. */
const characterOf = (reference: string): string | null => {
  if (!reference.startsWith("#")) return entities.get(reference) ?? null
  const [, hexadecimal, decimal] = /^#(?:x([\dA-Fa-f]+)|(\d+))$/.exec(reference) ?? []
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  if (!(code > 0 && code <= 0x10ffff)) return null
  const character = String.fromCodePoint(code)
  return isAllowed(character) ? character : null
}
