import { androidMarkupName } from "../format-data.ts"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { composeDialect } from "../placeholder/dialect/compose-placeholder.ts"
import type { Dialect } from "../placeholder/dialect/dialect.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import { type ConvertedText, convertPluralForms, convertText } from "../placeholder/reading/convert-text.ts"
import { type PluralKeyword, pluralKeywords } from "../plural/plural-keyword.ts"
import type { ParseFailure, ReadableFormat, Reader, ReadOptions, ReadResult } from "../reader.ts"
import { decodeText, type PositionOf, positionsIn } from "../source-text.ts"
import { declaredXmlEncoding, type XmlAttributes } from "../xml/walk-xml.ts"
import type { AndroidFlavor } from "./android-text.ts"
import { type AndroidValue, cdataCustomValue } from "./android-value.ts"
import { languageOfPath } from "./language-of-path.ts"
import { type AndroidItem, type AndroidResource, parseAndroid } from "./parse-android.ts"

/**
 * Reads string resources of Android, or with COMPOSE_XML those of Compose Multiplatform. The language is that of the folder,
 * the comment above a text its description; items of an array are `name[index]`. Of a repeated name the last value counts.
 * Source: docs/formats.md#android-and-compose.
 */
export const readAndroid: Reader = (bytes, options) => {
  const decoded = decodeText(bytes, declaredXmlEncoding(bytes))
  if (decoded.kind === "failure") return decoded
  const source: Source = {
    text: decoded.text,
    positionOf: positionsIn(decoded.text),
    flavor: options.format === composeFormat ? "compose" : "android"
  }
  return readAsTheyCome(source, options) ?? readLastOfEachName(source, options)
}

interface Source {
  readonly text: string
  readonly positionOf: PositionOf
  readonly flavor: AndroidFlavor
}

/** Most files have each name once: then no resource waits until the end. Null = a name may come again. */
const readAsTheyCome = (source: Source, options: ReadOptions): ReadResult | null => {
  const context = startContext(source, options)
  const { builder } = context
  let mayRepeat = false
  const failure = parseNamed(source, context, (resource, name) => {
    mayRepeat ||= builder.knows(name) || (resource.kind === "string-array" && builder.knows(itemName(name, 0)))
    if (!mayRepeat && !builder.hasFailed()) addResource(context, resource, name)
  })
  if (mayRepeat) return null
  return failure ?? finish(context)
}

const readLastOfEachName = (source: Source, options: ReadOptions): ReadResult => {
  const context = startContext(source, options)
  const resources = new Map<string, AndroidResource>()
  const failure = parseNamed(source, context, (resource, name) => {
    // A string and an array may share a name: their keys differ.
    const identity = resource.kind === "string-array" ? `${name}[` : name
    const replaced = resources.get(identity)
    if (replaced !== undefined) skipReplaced(context, name, replaced)
    resources.set(identity, resource)
  })
  if (failure !== null) return failure
  for (const [identity, resource] of resources) {
    if (context.builder.hasFailed()) break
    addResource(context, resource, resource.name ?? "")
    // A resource that became a key is not needed twice.
    resources.delete(identity)
  }
  return finish(context)
}

const startContext = ({ text, positionOf, flavor }: Source, options: ReadOptions): Context => {
  const builder = buildImportedFile(options.textMaxUtf16Units, text.length)
  const dialect = flavor === "compose" ? composeDialect : javaDialect
  return { builder, options, positionOf, dialect, languageName: languageOfPath(options.path) }
}

const parseNamed = (
  { text, positionOf, flavor }: Source,
  { builder }: Context,
  visit: (resource: AndroidResource, name: string) => void
): ParseFailure | null =>
  parseAndroid(text, positionOf, flavor, (resource) => {
    const { kind, name, offset } = resource
    if (name === null || name.trim() === "") {
      builder.skipPart({ position: positionOf(offset), sentence: `A ${kind} without a name was skipped.` })
      return
    }
    visit(resource, name)
  })

const finish = ({ builder, options }: Context): ReadResult =>
  builder.finish({
    format: options.format ?? androidFormatName,
    reason: options.format === null ? "fallback" : "requested",
    scores: []
  })

const itemName = (arrayName: string, index: number): string => `${arrayName}[${index}]`

interface Context {
  readonly builder: ImportedFileBuilder
  readonly options: ReadOptions
  readonly positionOf: PositionOf
  readonly dialect: Dialect
  readonly languageName: string
}

const skipReplaced = ({ builder, positionOf, languageName }: Context, name: string, replaced: AndroidResource) => {
  const names = replaced.kind === "string-array" ? replaced.items.map((_, index) => itemName(name, index)) : [name]
  for (const keyName of names) builder.recordKey(keyName)
  const sentence = "The name comes again in the file: the last value was read, this one was not."
  builder.warn({ keyName: names[0] ?? name, languageName, position: positionOf(replaced.offset), sentence })
}

const addResource = (context: Context, resource: AndroidResource, name: string): void => {
  const { kind, items, attributes, comment, offset } = resource
  const { builder, dialect } = context
  const description = comment ?? attributes["comment"] ?? null
  if (kind === "plurals") {
    const forms = formsOf(context, name, items)
    const texts = new Map([...forms].map(([keyword, { value }]) => [keyword, value.text]))
    const converted = texts.size === 0 ? null : convertPluralForms(texts, dialect, context.options)
    const comments = [description, ...items.map((item) => item.comment)].filter((text) => text !== null)
    addKey(context, name, converted, comments.length === 0 ? null : comments.join("\n"), offset)
    for (const { value } of forms.values()) addDetails(context, name, value, offset)
    keepAttributes(context, name, attributes, offset)
  } else if (kind === "string") {
    const value = items[0]?.value
    const text = value?.text ?? ""
    addKey(context, name, convertText(text, dialect, context.options), description, offset)
    if (value !== undefined) addDetails(context, name, value, offset)
    keepAttributes(context, name, attributes, offset)
  } else {
    if (items.length === 0) builder.recordKey(name)
    for (const [index, { value, comment, offset: itemOffset }] of items.entries()) {
      const keyName = itemName(name, index)
      const comments = [index === 0 ? description : null, comment].filter((text) => text !== null)
      const converted = convertText(value.text, dialect, context.options)
      addKey(context, keyName, converted, comments.length === 0 ? null : comments.join("\n"), itemOffset)
      addDetails(context, keyName, value, itemOffset)
      keepAttributes(context, keyName, attributes, offset)
    }
  }
}

const keepAttributes = (
  { builder, positionOf }: Context,
  keyName: string,
  attributes: XmlAttributes,
  offset: number
): void => {
  const kept = keptAttributes.flatMap((attribute) => {
    const value = attributes[attribute]
    return value === undefined ? [] : [[attribute, value] as const]
  })
  if (kept.length > 0) builder.addCustomValue(keyName, attributesName, Object.fromEntries(kept), positionOf(offset))
}

/** Attributes that hold for the text in all languages, and the custom value that keeps them. */
const keptAttributes = ["translatable", "formatted"] as const
export const attributesName = "_androidAttributes"

const addKey = (
  { builder, positionOf, languageName }: Context,
  keyName: string,
  value: ConvertedText | null,
  description: string | null,
  offset: number
): void => {
  const position = positionOf(offset)
  builder.addValue({ keyName, languageName, value, keyIndex: 0, position })
  if (description !== null) builder.addDescription(keyName, description, position)
}

const addDetails = (
  { builder, positionOf, languageName }: Context,
  keyName: string,
  { spelling, droppedElements }: AndroidValue,
  offset: number
): void => {
  if (spelling === null && droppedElements.size === 0) return
  const position = positionOf(offset)
  if (spelling === "cdata") builder.addCustomValue(keyName, cdataCustomValue, true, position)
  else if (spelling !== null) {
    builder.addFormatData(keyName, languageName, { data: { [androidMarkupName]: spelling } }, position)
  }
  if (droppedElements.size === 0) return
  const names = [...droppedElements].map((name) => `"${name}"`).join(", ")
  builder.warn({ keyName, languageName, position, sentence: `Only the text of these elements was read: ${names}.` })
}

const formsOf = (
  { builder, positionOf, languageName }: Context,
  keyName: string,
  items: ReadonlyArray<AndroidItem>
): ReadonlyMap<PluralKeyword, AndroidItem> => {
  const forms = new Map<PluralKeyword, AndroidItem>()
  for (const item of items) {
    const keyword = pluralKeywords.find((known) => known === item.quantity)
    if (keyword !== undefined && !forms.has(keyword)) {
      forms.set(keyword, item)
      continue
    }
    const problem = keyword === undefined ? "has no quantity that a language has" : "has a quantity again"
    const sentence = `An item of the plural ${problem}: it was skipped.`
    builder.warn({ keyName, languageName, position: positionOf(item.offset), sentence })
  }
  return forms
}

const androidFormatName = "ANDROID_XML"
const composeFormat = "COMPOSE_XML"

export const androidFormat: ReadableFormat = {
  extensions: ["xml"],
  variants: [
    { format: androidFormatName, dialect: javaDialect, weight: null },
    { format: composeFormat, dialect: composeDialect, weight: null }
  ],
  read: readAndroid
}
