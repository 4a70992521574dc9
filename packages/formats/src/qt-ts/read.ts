import { guessLanguageName } from "@dragoman/domain/import"
import type { DetectedFormat } from "../imported-file.ts"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { formatLimits } from "../limits.ts"
import { type ConvertedText, convertPluralForms, convertText } from "../placeholder/reading/convert-text.ts"
import { type GettextForms, gettextFormsOf } from "../plural/gettext-plural.ts"
import { pluralRulesOf } from "../plural/plural-keyword.ts"
import type { ReadableFormat, Reader, ReadOptions } from "../reader.ts"
import { decodeText, type PositionOf, positionsIn } from "../source-text.ts"
import { declaredXmlEncoding } from "../xml/walk-xml.ts"
import { keyNameOf, messageCustomValue, translatorCommentName, unfinishedName } from "./kept-values.ts"
import { numerusRuleOf } from "./numerus-rule.ts"
import { parseQtTs, type QtMessage } from "./parse-qt-ts.ts"
import { qtPluralDialect, qtTextDialect } from "./qt-placeholder.ts"

/**
 * Reads a file of Qt Linguist: the key is context, source and comment, or the id of the message. Forms of plurals are counted
 * by Qt's rules. Messages that the program no longer has are skipped.
 * Source: docs/formats.md#qt-linguist.
 */
export const readQtTs: Reader = (bytes, options) => {
  const decoded = decodeText(bytes, declaredXmlEncoding(bytes))
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  if (options.format === null && /^\s*[^<\s]/.test(decoded.text.slice(0, formatLimits.detectionTextMaxUtf16Units))) {
    const sentence = "The file is no XML, perhaps it is TypeScript: nothing was read."
    builder.warn({ keyName: null, languageName: null, position: positionOf(0), sentence })
    return builder.finish(fallback)
  }
  let context: Context = { languageName: "", plural: pluralOf("en"), options, positionOf }
  let keyIndex = 0
  const failure = parseQtTs(decoded.text, positionOf, {
    root: (attributes) => {
      const languageName = attributes["language"] || guessLanguageName(options.path)
      context = { ...context, languageName, plural: pluralOf(languageName) }
    },
    message: (message) => {
      if (!builder.hasFailed()) addMessage(builder, message, keyIndex++, context)
    }
  })
  return failure ?? builder.finish(options.format === null ? fallback : { ...fallback, reason: "requested" })
}

const fallback: DetectedFormat = { format: "QT_TS", reason: "fallback", scores: [] }

interface Context {
  readonly languageName: string
  readonly plural: NumerusPlural
  readonly options: ReadOptions
  readonly positionOf: PositionOf
}

interface NumerusPlural extends GettextForms {
  readonly formCount: number
  readonly keywordOf: (count: number) => string
}

const pluralOf = (languageName: string): NumerusPlural => {
  const rule = numerusRuleOf(languageName)
  const rules = pluralRulesOf(languageName)
  const forms = gettextFormsOf(languageName, rule) ?? { indexBySelector: new Map(), isExact: true }
  return { ...forms, formCount: rule.formCount, keywordOf: (count) => rules.select(count) }
}

const addMessage = (builder: ImportedFileBuilder, message: QtMessage, keyIndex: number, context: Context): void => {
  const { languageName, options, positionOf } = context
  const { id, source, comment, type, isNumerus } = message
  const keyName = id ?? keyNameOf(message)
  const position = positionOf(message.textOffset)
  const warn = (sentence: string) => builder.warn({ keyName, languageName, position, sentence })
  if (id === null && source === "" && comment === "") {
    builder.recordKey(keyName)
    warn("A message without a source was skipped.")
    return
  }
  if (type === "vanished" || type === "obsolete") {
    builder.recordKey(keyName)
    warn(`The message is ${type}, the program no longer has it: it was skipped.`)
    return
  }
  const isEmpty = message.texts.every((text) => text === "")
  const isUntranslated = isEmpty && (type === "unfinished" || message.texts.length === 0)
  const value = isUntranslated && !isNumerus ? null : convert(message, context)
  builder.addValue({ keyName, languageName, value, keyIndex, position })
  if (message.hasLengthVariants) warn("The translation has variants of several lengths: only the first one was read.")
  if (isNumerus && message.texts.length > context.plural.formCount) {
    warn(
      `The plural has ${message.texts.length} forms, the language ${context.plural.formCount}: the others were not read.`
    )
  }
  if (isNumerus && !context.plural.isExact && options.icuPlaceholders) {
    warn("Qt divides the numbers otherwise than the language does: some get another form than in the program.")
  }
  if (message.extraComment !== null && message.extraComment.trim() !== "") {
    builder.addDescription(keyName, message.extraComment, positionOf(message.offset))
  }
  if (id !== null) builder.addCustomValue(keyName, messageCustomValue, [message.context, source, comment], position)
  if (message.translatorComment) {
    const data = { [translatorCommentName]: message.translatorComment }
    builder.addFormatData(keyName, languageName, { data }, position)
  }
  if (type === "unfinished" && value !== null && value.text !== "") {
    builder.addFormatData(keyName, languageName, { textData: { [unfinishedName]: true } }, position)
  }
  builder.addCodeReferences(
    keyName,
    message.locations.filter(({ path }) => path !== "")
  )
}

const convert = ({ texts, isNumerus }: QtMessage, { plural, options }: Context): ConvertedText => {
  if (!isNumerus) return convertText(texts[0] ?? "", qtTextDialect, options)
  const { indexBySelector, keywordOf } = plural
  const textOf = (selector: string) => texts[indexBySelector.get(selector) ?? indexBySelector.get("other") ?? -1]
  const forms = new Map<string, string>()
  for (const [selector, index] of indexBySelector) {
    const text = texts[index]
    // A number needs no form of its own when its keyword says the same.
    const isNeeded = !selector.startsWith("=") || text !== textOf(keywordOf(Number(selector.slice(1))))
    if (text !== undefined && isNeeded) forms.set(selector, text)
  }
  return convertPluralForms(forms, qtPluralDialect, options)
}

export const qtTsFormat: ReadableFormat = {
  extensions: ["ts"],
  variants: [{ format: "QT_TS", dialect: null, weight: null }],
  read: readQtTs
}
