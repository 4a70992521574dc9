import {
  type CheckedForm,
  type CheckedText,
  type CheckFinding,
  type CheckType,
  checkTypes,
  type FormCheck,
  type FormProblem
} from "./check.ts"
import { makeContext } from "./check-context.ts"
import { checkBracketCounts, checkBracketPairs, checkSpecialCharacters } from "./counted-characters.ts"
import { checkAttributes, checkEntities, checkTagPairs, checkTags, checkUnsafeTags } from "./html.ts"
import { checkLetterCase } from "./letter-case.ts"
import { checkEmails, checkUrls } from "./links.ts"
import { checkMarkup } from "./markup.ts"
import { checkNumbers } from "./numbers.ts"
import { checkArgumentTypes, checkPlaceholderOrder, checkPlaceholders, checkSelectOptions } from "./placeholders.ts"
import {
  checkEndMarks,
  checkFrenchSpaces,
  checkFullWidthMarks,
  checkInvertedMarks,
  checkSpacesBeforeMarks
} from "./punctuation.ts"
import {
  checkBaseEdges,
  checkDoubledSpaces,
  checkEdges,
  checkEscapes,
  checkKashida,
  checkNewlines,
  checkZeroWidthSpaces
} from "./spaces.ts"
import { checkUntranslated } from "./untranslated.ts"
import {
  checkEmpty,
  checkEqualForms,
  checkExtraCategories,
  checkLength,
  checkOptionalPlural,
  checkPluralCategories,
  checkSyntax,
  checkUnnamedPlaceholders,
  type WholeCheck,
  type WholeProblem
} from "./whole-text.ts"
import { checkRepeatedWords } from "./words.ts"

export type CheckSeverity = "OFF" | "WARNING" | "ERROR"

interface CheckRow {
  readonly category: "TEXT" | "TECHNICAL"
  readonly severity: CheckSeverity
  readonly whole?: ReadonlyArray<WholeCheck>
  readonly forms?: ReadonlyArray<FormCheck>
}

/** The checks of each type, and its severity unless a project says otherwise. */
const checks: Readonly<Record<CheckType, CheckRow>> = {
  EMPTY_TRANSLATION: { category: "TEXT", severity: "WARNING", whole: [checkEmpty] },
  MISSING_PLURAL_CATEGORIES: { category: "TECHNICAL", severity: "WARNING", whole: [checkPluralCategories] },
  CHARACTER_CASE_MISMATCH: { category: "TEXT", severity: "WARNING", forms: [checkLetterCase] },
  REPEATED_WORDS: { category: "TEXT", severity: "WARNING", forms: [checkRepeatedWords] },
  PUNCTUATION_MISMATCH: { category: "TEXT", severity: "WARNING", forms: [checkEndMarks] },
  TRIM_CHECK: { category: "TEXT", severity: "WARNING", forms: [checkBaseEdges] },
  SPACES_MISMATCH: { category: "TEXT", severity: "WARNING", forms: [checkEdges, checkDoubledSpaces] },
  UNMATCHED_NEWLINES: { category: "TEXT", severity: "WARNING", forms: [checkNewlines, checkEscapes] },
  MISSING_NUMBERS: { category: "TEXT", severity: "WARNING", forms: [checkNumbers] },
  SPECIAL_CHARACTER_MISMATCH: { category: "TEXT", severity: "WARNING", forms: [checkSpecialCharacters] },
  BRACKETS_MISMATCH: { category: "TEXT", severity: "WARNING", forms: [checkBracketCounts] },
  BRACKETS_UNBALANCED: { category: "TECHNICAL", severity: "WARNING", forms: [checkBracketPairs] },
  KEY_LENGTH_LIMIT: { category: "TECHNICAL", severity: "WARNING", whole: [checkLength] },
  DIFFERENT_URLS: { category: "TECHNICAL", severity: "WARNING", forms: [checkUrls, checkEmails] },
  INCONSISTENT_PLACEHOLDERS: {
    category: "TECHNICAL",
    severity: "WARNING",
    forms: [checkPlaceholders, checkPlaceholderOrder, checkArgumentTypes, checkSelectOptions]
  },
  INCONSISTENT_HTML: { category: "TECHNICAL", severity: "WARNING", forms: [checkTags, checkAttributes] },
  HTML_SYNTAX: { category: "TECHNICAL", severity: "WARNING", forms: [checkTagPairs, checkEntities] },
  ICU_SYNTAX: { category: "TECHNICAL", severity: "WARNING", whole: [checkSyntax] },
  UNTRANSLATED: { category: "TEXT", severity: "WARNING", forms: [checkUntranslated] },
  PLURAL_FORMS: { category: "TECHNICAL", severity: "WARNING", whole: [checkExtraCategories, checkEqualForms] },
  SCRIPT_CONVENTIONS: {
    category: "TEXT",
    severity: "OFF",
    forms: [
      checkInvertedMarks,
      checkFullWidthMarks,
      checkFrenchSpaces,
      checkSpacesBeforeMarks,
      checkZeroWidthSpaces,
      checkKashida
    ]
  },
  UNSAFE_HTML: { category: "TECHNICAL", severity: "WARNING", forms: [checkUnsafeTags] },
  MARKUP_MISMATCH: { category: "TECHNICAL", severity: "WARNING", forms: [checkMarkup] },
  BASE_TEXT: { category: "TEXT", severity: "OFF", forms: [checkOptionalPlural, checkUnnamedPlaceholders] }
}

/** The severity of a type unless the project sets another one. */
export const defaultSeverity = (type: CheckType): CheckSeverity => checks[type].severity

export const categoryOf = (type: CheckType): "TEXT" | "TECHNICAL" => checks[type].category

/** Those that look at a text without asking for it. */
export const defaultCheckTypes: ReadonlySet<CheckType> = new Set(
  checkTypes.filter((type) => checks[type].severity !== "OFF")
)

/** The problems of a text by the checks of these types, in the order of `checkTypes`. */
export const checkText = (
  checked: CheckedText,
  types: ReadonlySet<CheckType> = defaultCheckTypes
): ReadonlyArray<CheckFinding> => {
  const context = makeContext(checked)
  const findings: Array<CheckFinding> = []
  const ordinals = new Map<string, number>()
  const add = (type: CheckType, problem: WholeProblem & Pick<FormProblem, "replacement">) => {
    const { message, params = null, start = null, end = null, replacement = null, form = null } = problem
    const place = start === null || end === null ? printParams(params) : checked.text.slice(start, end)
    const same = [type, message, form ?? "", place].join("|")
    const ordinal = ordinals.get(same) ?? 0
    ordinals.set(same, ordinal + 1)
    findings.push({ type, message, params, start, end, replacement, form, identity: `${same}|${ordinal}` })
  }
  // A blank text has the checks of the whole text only.
  const filled = context.forms.filter(
    ({ text, base }) => text.trim() !== "" && (base === null || base.text.trim() !== "")
  )
  for (const type of checkTypes) {
    if (!types.has(type)) continue
    const { whole = [], forms = [] } = checks[type]
    for (const check of whole) for (const problem of check(context)) add(type, problem)
    for (const check of forms) {
      for (const form of filled) for (const problem of check(form, context)) add(type, placedInText(problem, form))
    }
  }
  return findings
}

/** Offsets of the form become those of the text. */
const placedInText = ({ start, end, ...problem }: FormProblem, form: CheckedForm) => ({
  ...problem,
  form: form.form,
  ...(start === undefined || end === undefined ? {} : { start: start + form.start, end: end + form.start })
})

const printParams = (params: CheckFinding["params"]): string =>
  Object.entries(params ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(",")
