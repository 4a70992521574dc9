import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import { walkXml, type XmlElement } from "../xml/walk-xml.ts"

/** One key of a stringsdict file. */
export interface StringsdictEntry {
  readonly key: string
  /** `NSStringLocalizedFormatKey`; null = missing. */
  readonly format: string | null
  readonly variables: ReadonlyArray<StringsdictVariable>
  /** Names of rules other than plurals, such as those for devices and widths. */
  readonly otherRules: ReadonlyArray<string>
  readonly comment: string | null
  readonly offset: number
}

/** The forms that one variable of the format has, by what the file calls them. */
export interface StringsdictVariable {
  readonly name: string
  /** `NSStringFormatValueTypeKey`; null = missing. */
  readonly valueType: string | null
  readonly forms: ReadonlyMap<string, string>
  readonly offset: number
}

/**
 * The keys of a stringsdict file, a property list, in order. Anything else than dictionaries, keys and strings fails.
 * Source: https://developer.apple.com/documentation/xcode/localizing-strings-that-contain-plurals
 */
export const parseStringsdict = (
  source: string,
  positionOf: PositionOf,
  visit: (entry: StringsdictEntry) => void
): ParseFailure | null => {
  let failure: ParseFailure | null = null
  let depth = 0
  let comment: string | null = null
  let text: string | null = null
  let entry: EntryInProgress | null = null
  let variable: VariableInProgress | null = null
  /** The last `key` of each dictionary that is open. */
  const keys: Array<KeyInProgress | null> = []

  const fail = (message: string, offset: number) => {
    failure ??= parseFailure(message, positionOf(offset))
  }
  const open = ({ name, offset }: XmlElement) => {
    depth++
    if (depth === 1) {
      if (name !== "plist") fail("The root element is not plist", offset)
      return
    }
    const key = keys.at(-1) ?? null
    if (name === "key" && keys.length > 0) {
      if (key !== null) fail("A key has no value", key.offset)
      keys[keys.length - 1] = { text: "", offset, isRead: false }
      text = ""
    } else if (name === "string" && key !== null && keys.length > 1) {
      text = ""
    } else if (name === "dict" && (depth === 2 ? keys.length === 0 : key !== null) && keys.length < dictionariesMax) {
      if (keys.length === 1 && key !== null) {
        entry = { key: key.text, offset: key.offset, format: null, variables: [], otherRules: [], comment }
        comment = null
      } else if (keys.length === 2 && key !== null) {
        variable = { name: key.text, valueType: null, offset: key.offset, forms: new Map() }
      } else if (keys.length > 2 && key !== null) {
        entry?.otherRules.push(key.text)
      }
      keys.push(null)
    } else {
      fail(`An element "${name}" is not expected here`, offset)
    }
  }
  const close = () => {
    depth--
    const key = keys.at(-1) ?? null
    if (text !== null && key !== null && !key.isRead) {
      keys[keys.length - 1] = { ...key, text, isRead: true }
    } else if (text !== null && key !== null) {
      addString(key.text, text)
      keys[keys.length - 1] = null
    } else if (keys.length > 0 && depth === keys.length) {
      if (key !== null) fail("A key has no value", key.offset)
      keys.pop()
      if (keys.length > 0) keys[keys.length - 1] = null
      if (keys.length === 2 && variable !== null) {
        if (variable.forms.size > 0) entry?.variables.push(variable)
        variable = null
      }
      if (keys.length === 1 && entry !== null) {
        visit(entry)
        entry = null
      }
    }
    text = null
  }
  const addString = (name: string, value: string) => {
    if (keys.length === 2 && entry !== null && name === "NSStringLocalizedFormatKey") entry.format = value
    if (keys.length !== 3 || variable === null) return
    if (name === "NSStringFormatSpecTypeKey" && value !== "NSStringPluralRuleType") entry?.otherRules.push(value)
    if (name === "NSStringFormatValueTypeKey") variable.valueType = value
    if (!name.startsWith("NSString")) variable.forms.set(name, value)
  }
  const addText = (content: string) => {
    if (text !== null) text += content
  }
  return walkXml(source, positionOf, {
    open,
    text: addText,
    comment: (content) => {
      if (keys.length === 1) comment = content.trim()
    },
    close,
    failure: () => failure
  })
}

/** The file, a key, a variable, and one below for rules that are not read. */
const dictionariesMax = 6

interface KeyInProgress {
  readonly text: string
  readonly offset: number
  /** False = its element is open. */
  readonly isRead: boolean
}

interface EntryInProgress extends StringsdictEntry {
  format: string | null
  readonly variables: Array<StringsdictVariable>
  readonly otherRules: Array<string>
}

interface VariableInProgress extends StringsdictVariable {
  valueType: string | null
  readonly forms: Map<string, string>
}
