import type { Json } from "@dragoman/domain/error"
import { androidMarkupName } from "../format-data.ts"
import { hasPlaceholder } from "../placeholder/dialect/dialect.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import type { PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { escapeXmlAttribute, escapeXmlText } from "../xml/escape-xml.ts"
import { walkXml, type XmlElement } from "../xml/walk-xml.ts"
import { type AndroidFlavor, escapeParts, escapeText, unescapeParts, type ValuePart } from "./android-text.ts"

/** The value of an element while it is read. */
export interface ValueInProgress {
  readonly open: (element: XmlElement) => void
  readonly text: (text: string) => void
  readonly cdata: (text: string) => void
  readonly close: () => void
  readonly finish: () => AndroidValue
}

export interface AndroidValue {
  /** With elements that stay: as XML, its text escaped. Otherwise decoded. */
  readonly text: string
  readonly spelling: ValueSpelling
  /** Names of elements that were read as their text. */
  readonly droppedElements: ReadonlySet<string>
}

/** How a text with markup was spelled; null = nothing to say about it. */
export type ValueSpelling = "cdata" | "escaped" | "elements" | null

/** A custom value of the key, which clients know. */
export const cdataCustomValue = "_androidWrapWithCdata"

const spellingOf = (kept: Readonly<Record<string, Json>>): ValueSpelling => {
  if (kept[cdataCustomValue] === true) return "cdata"
  const markup = kept[androidMarkupName]
  return markup === "escaped" || markup === "elements" ? markup : null
}

/** Elements that Android shows as styles; Compose shows none. */
const styleElements: ReadonlySet<string> = new Set(
  "a annotation b big br cite dfn div em font i li p s small strike sub sup tt u ul del".split(" ")
)

/** A value that is still empty. */
export const startValue = (flavor: AndroidFlavor): ValueInProgress => new StartedValue(flavor)

/** A class, because a file has many of them: closures would take far more time and memory. */
class StartedValue implements ValueInProgress {
  private readonly flavor: AndroidFlavor
  private parts: Array<ValuePart> = noParts
  private closingTags: Array<string> | null = null
  private droppedElements: Set<string> | null = null
  private hasCdata = false
  private hasOtherText = false

  constructor(flavor: AndroidFlavor) {
    this.flavor = flavor
  }

  open(element: XmlElement): void {
    const isKept = this.flavor === "android" && styleElements.has(element.name)
    if (isKept) {
      this.add({ isTag: true, content: printOpenTag(element) })
    } else {
      this.droppedElements ??= new Set()
      this.droppedElements.add(element.name)
    }
    this.closingTags ??= []
    this.closingTags.push(isKept && !element.isSelfClosing ? `</${element.name}>` : "")
  }

  text(content: string): void {
    this.add({ isTag: false, content })
    this.hasOtherText ||= this.flavor === "compose" || /\S/.test(content)
  }

  cdata(content: string): void {
    this.add({ isTag: false, content })
    this.hasCdata = true
  }

  close(): void {
    const content = this.closingTags?.pop() ?? ""
    if (content !== "") this.add({ isTag: true, content })
  }

  private add(part: ValuePart): void {
    // Most values have one: a list that grows takes room for many.
    if (this.parts.length === 0) this.parts = [part]
    else this.parts.push(part)
  }

  finish(): AndroidValue {
    const { parts, flavor, closingTags } = this
    const droppedElements = this.droppedElements ?? noElements
    const [first] = parts
    if (parts.length === 1 && first !== undefined && closingTags === null && !this.hasCdata && isPlain(first.content)) {
      return { text: first.content, spelling: looksLikeMarkup(first.content) ? "escaped" : null, droppedElements }
    }
    const unescaped = unescapeParts(joinTexts(parts), flavor)
    const isMarkup = unescaped.some(({ isTag }) => isTag)
    const text = unescaped
      .map(({ isTag, content }) => (isTag || !isMarkup ? content : escapeXmlText(content)))
      .join("")
      .replace(halfCharacter, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase()}`)
    if (this.hasCdata && !this.hasOtherText && closingTags === null) return { text, spelling: "cdata", droppedElements }
    if (isMarkup) {
      return { text, spelling: hasPlaceholder(text, javaDialect) ? "elements" : null, droppedElements }
    }
    return { text, spelling: looksLikeMarkup(text) ? "escaped" : null, droppedElements }
  }
}

const noElements: ReadonlySet<string> = new Set()
/** Never changed. */
const noParts: Array<ValuePart> = []

/** True if the text means itself in both flavors. */
const isPlain = (text: string): boolean =>
  !escapeSigns.test(text) && !text.includes("  ") && text[0] !== " " && text.at(-1) !== " "

const escapeSigns = /[\\"\t\n\r\f\v\ud800-\udfff]/

/** Only an escape can spell one, and no text can hold it. */
const halfCharacter = /[\ud800-\udfff]/gu

/** An escape may stand in two parts of one text. */
const joinTexts = (parts: ReadonlyArray<ValuePart>): ReadonlyArray<ValuePart> => {
  const joined: Array<ValuePart> = []
  let texts: Array<string> = []
  const flush = () => {
    if (texts.length > 0) joined.push({ isTag: false, content: texts.join("") })
    texts = []
  }
  for (const part of parts) {
    if (!part.isTag) {
      texts.push(part.content)
      continue
    }
    flush()
    joined.push(part)
  }
  flush()
  return joined
}

const printOpenTag = ({ name, attributes, isSelfClosing }: XmlElement): string => {
  const printed = Object.entries(attributes)
    .filter(([attribute]) => !attribute.startsWith("xmlns"))
    .map(([attribute, value]) => ` ${attribute}="${escapeXmlAttribute(value)}"`)
  return `<${name}${printed.join("")}${isSelfClosing ? " />" : ">"}`
}

const looksLikeMarkup = (text: string): boolean => text.includes("<") && /<[/!]?[A-Za-z-]/.test(text)

export interface PrintedValue {
  /** The content between the tags of the element. */
  readonly xml: string
  readonly warning: PrintWarning | null
}

/**
 * A text as the value of an element. Markup is spelled as it was in the file that it came from; otherwise elements stand as
 * such where the platform shows them, except beside placeholders, whose formatting would lose them: then in CDATA.
 * Source: docs/formats.md#android-and-compose.
 */
export const printValue = (text: string, kept: Readonly<Record<string, Json>>, flavor: AndroidFlavor): PrintedValue => {
  const spelling = spellingOf(kept)
  if (spelling === "cdata") return { xml: printCdata(text, flavor), warning: null }
  if (spelling === "escaped" || !looksLikeMarkup(text)) return { xml: escapeText(text, flavor), warning: null }
  const mayHaveElements = flavor === "android" && (spelling === "elements" || !hasPlaceholder(text, javaDialect))
  const parts = mayHaveElements ? parseMarkup(text) : null
  if (parts === null) return { xml: printCdata(text, flavor), warning: null }
  const canonical = parts.map(({ isTag, content }) => (isTag ? content : escapeXmlText(content))).join("")
  return { xml: escapeParts(parts, flavor, false).join(""), warning: canonical === text ? null : otherSpelling }
}

const textPart = (content: string): ValuePart => ({ isTag: false, content })

const printCdata = (text: string, flavor: AndroidFlavor): string => {
  const content = escapeParts([textPart(text)], flavor, true).join("")
  return content === "" ? "" : `<![CDATA[${content.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`
}

/** Null = not well-formed, or with something that Android does not show as a style. */
const parseMarkup = (text: string): ReadonlyArray<ValuePart> | null => {
  if (/<[!?]/.test(text)) return null
  const parts: Array<ValuePart> = []
  const openTags: Array<XmlElement> = []
  let isStyled = true
  const malformed = walkXml(`<value>${text.replaceAll("\r", "&#13;")}</value>`, () => ({ line: 1, column: 1 }), {
    open: (element) => {
      if (openTags.push(element) === 1) return
      isStyled &&=
        styleElements.has(element.name) && !Object.keys(element.attributes).some((name) => name.includes(":"))
      isStyled &&= openTags.length < depthMax
      parts.push({ isTag: true, content: printOpenTag(element) })
    },
    text: (content) => parts.push(textPart(content)),
    close: () => {
      const element = openTags.pop()
      const isClosed = openTags.length === 0 || element === undefined || element.isSelfClosing
      if (!isClosed) parts.push({ isTag: true, content: `</${element.name}>` })
    },
    failure: () => null
  })
  return malformed === null && isStyled ? joinTexts(parts) : null
}

/** Elements in a value: the file has three levels around it. */
const depthMax = 50

const otherSpelling: PrintWarning = {
  reason: "markup",
  sentence: "The elements in the text are written as XML: an import spells them in XML's usual way."
}
