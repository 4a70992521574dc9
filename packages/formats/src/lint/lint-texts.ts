import type { SourcePosition } from "@dragoman/domain/import"
import type { CheckType } from "../check/check.ts"
import { sentenceOf } from "../check/check-sentence.ts"
import { checkText, defaultCheckTypes } from "../check/check-text.ts"
import type { ImportedFile } from "../imported-file.ts"
import type { ReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"

/** The texts that others are compared with. */
export interface LintBase {
  readonly languageTag: string
  readonly textsByKey: ReadonlyMap<string, string>
}

/** A problem of one text, or of a key. */
export interface TextFinding {
  readonly severity: "error" | "warning"
  /** A type of check; `KEY_MISSING`: the base file has the key alone; `KEY_UNKNOWN`: this file has; `KEY_UNUSED`: no source file names it. */
  readonly code: CheckType | "KEY_MISSING" | "KEY_UNKNOWN" | "KEY_UNUSED"
  readonly message: string
  readonly keyName: string
  /** Null = it is not in the file. */
  readonly position: SourcePosition | null
}

/** Problems with which a program fails or shows the wrong values. */
const errors: ReadonlySet<string> = new Set(["ICU_SYNTAX", "INCONSISTENT_PLACEHOLDERS", "UNSAFE_HTML"])

/** The base texts of a file: those of its own language. The sentence says why there are none. */
export const readLintBase = (bytes: Uint8Array, options: ReadOptions): LintBase | { readonly problem: string } => {
  const read = readTranslationFile(bytes, options)
  if (read.kind === "failure") return { problem: read.message }
  const languageTag = read.repeatedLanguage ?? read.language
  const texts = read.translations.filter(({ languageName }) => languageName === languageTag)
  if (languageTag === null || texts.length === 0) return { problem: "The file has no texts." }
  return {
    languageTag: isUnnamed(languageTag) ? "en" : languageTag,
    textsByKey: new Map(texts.map(({ keyName, text }) => [keyName, text]))
  }
}

/**
 * The problems of a file's texts by their meaning. `base` null = it is the base file itself. Texts of the base language are left alone
 * in the files of others.
 */
export const lintTexts = (
  { translations, keys, languages }: ImportedFile,
  base: LintBase | null,
  types: ReadonlySet<CheckType> = defaultCheckTypes
): ReadonlyArray<TextFinding> => {
  const findings: Array<TextFinding> = []
  const own = translations.filter(({ languageName }) => base === null || languageName !== base.languageTag)
  for (const { keyName, languageName, text, isPlural, position } of own) {
    const baseText = base?.textsByKey.get(keyName)
    if (base !== null && baseText === undefined) continue
    const found = checkText(
      {
        text,
        languageTag: isUnnamed(languageName) ? "en" : languageName,
        base: base === null || baseText === undefined ? null : { text: baseText, languageTag: base.languageTag },
        isPlural,
        isIcu: true,
        maxCharLimit: null
      },
      types
    )
    for (const { type, message, params, form } of found) {
      // An import says so already.
      if (type === "EMPTY_TRANSLATION") continue
      const sentence = sentenceOf({ message, params })
      const where = form === null || params?.["variant"] === form ? "" : ` (form ${form})`
      findings.push({
        severity: errors.has(type) ? "error" : "warning",
        code: type,
        message: `${sentence.replace(/\.$/, "")}${where}.`,
        keyName,
        position
      })
    }
  }
  if (base === null || !languages.some((languageName) => languageName !== base.languageTag)) return findings
  return [...findings, ...keyFindings(base, keys)]
}

const keyFindings = (base: LintBase, keys: ImportedFile["keys"]): ReadonlyArray<TextFinding> => {
  const names = new Set<string>()
  const findings: Array<TextFinding> = []
  for (const { name, position } of keys.values()) {
    names.add(name)
    if (base.textsByKey.has(name)) continue
    const message = `The base file has no key ${name}.`
    findings.push({ severity: "warning", code: "KEY_UNKNOWN", message, keyName: name, position })
  }
  for (const keyName of base.textsByKey.keys()) {
    if (names.has(keyName)) continue
    const message = `The key ${keyName} of the base file is missing.`
    findings.push({ severity: "warning", code: "KEY_MISSING", message, keyName, position: null })
  }
  return findings
}

/** Files that name no language, in their path neither. */
const isUnnamed = (languageName: string): boolean => !/^[A-Za-z]{2,3}(?:[-_]|$)/.test(languageName)
