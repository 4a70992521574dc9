import type {
  LanguageModel,
  ListedKeyModel,
  ListedTranslationModel,
  QualityIssueModel
} from "../../base/api/contract.ts"

/** The change of one text that its issues leave no doubt about. */
export interface CertainFix {
  readonly id: string
  readonly keyName: string
  readonly keyNamespace: string | null
  readonly branch: string | null
  readonly language: LanguageModel
  readonly before: string
  readonly after: string
}

/** The fixes of some keys. `mayEdit`: the user may write this text. */
export const certainFixes = (
  keys: ReadonlyArray<ListedKeyModel>,
  languages: ReadonlyArray<LanguageModel>,
  mayEdit: (language: LanguageModel, translation: ListedTranslationModel) => boolean
): ReadonlyArray<CertainFix> =>
  keys.flatMap(({ keyId, keyName, keyNamespace, branch, translations }) =>
    languages.flatMap((language): ReadonlyArray<CertainFix> => {
      const translation = translations[language.tag]
      // The positions of stale issues are those of another text.
      if (translation?.text == null || translation.qaChecksStale || !mayEdit(language, translation)) return []
      const after = applyFixes(translation.text, translation.qaIssues ?? [])
      if (after === translation.text) return []
      const before = translation.text
      return [{ id: `${keyId}:${language.tag}`, keyName, keyNamespace, branch, language, before, after }]
    })
  )

/** Puts the replacements of open issues into a text. Of two at the same place only the first one is certain. */
export const applyFixes = (text: string, issues: ReadonlyArray<QualityIssueModel>): string => {
  const fixes = issues
    .flatMap(({ state, replacement, positionStart, positionEnd }) =>
      state === "OPEN" && replacement !== null && positionStart !== null && positionEnd !== null
        ? [{ start: positionStart, end: positionEnd, replacement }]
        : []
    )
    .toSorted((one, other) => one.start - other.start)
  let fixed = ""
  let end = 0
  let lastStart = -1
  for (const fix of fixes) {
    if (fix.start < end || fix.start === lastStart || fix.end > text.length) continue
    fixed += text.slice(end, fix.start) + fix.replacement
    end = fix.end
    lastStart = fix.start
  }
  return fixed + text.slice(end)
}
