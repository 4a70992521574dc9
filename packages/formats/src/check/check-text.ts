import {
  type CheckedForm,
  type CheckedText,
  type CheckFinding,
  type CheckType,
  checkTypes,
  type FormCheck,
  type FormProblem,
  type ProseCheckType
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
import { checkForbiddenTerms, checkMissingTerms } from "./terms.ts"
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
  BASE_TEXT: { category: "TEXT", severity: "OFF", forms: [checkOptionalPlural, checkUnnamedPlaceholders] },
  TERM_MISSING: { category: "TEXT", severity: "WARNING", forms: [checkMissingTerms] },
  FORBIDDEN_TERM: { category: "TEXT", severity: "WARNING", forms: [checkForbiddenTerms] },
  SPELLING: { category: "TEXT", severity: "OFF" },
  GRAMMAR: { category: "TEXT", severity: "OFF" }
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
  const { findings, add } = collectFindings(checked.text)
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

/** Collects the problems of a text as findings, which get their identity. */
const collectFindings = (text: string) => {
  const findings: Array<CheckFinding> = []
  const ordinals = new Map<string, number>()
  const add = (type: CheckType, problem: WholeProblem & Pick<FormProblem, "replacement">): void => {
    const { message, params = null, start = null, end = null, replacement = null, form = null } = problem
    const place = start === null || end === null ? printParams(params) : text.slice(start, end)
    const same = [type, message, form ?? "", place].join("|")
    const ordinal = ordinals.get(same) ?? 0
    ordinals.set(same, ordinal + 1)
    findings.push({ type, message, params, start, end, replacement, form, identity: `${same}|${ordinal}` })
  }
  return { findings, add }
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

/** A problem that a program which knows the language found in the prose of a form; offsets are those of the prose. */
export interface ProseProblem {
  readonly type: ProseCheckType
  readonly start: number
  readonly end: number
  /** The sentence of the program. */
  readonly sentence: string
  /** Null = the right text is not certain. */
  readonly replacement: string | null
}

/**
 * The prose of a text for programs that know its language, one plural form at a time: spaces stand in the place of
 * arguments, tags, links and placeholders, so that offsets stay. Forms without a letter are left out, and so is a text that
 * does not parse.
 */
export const proseForms = (checked: CheckedText): ReadonlyArray<ProseForm> => {
  const { forms, syntaxError } = makeContext({ ...checked, base: null })
  if (syntaxError !== null) return []
  return forms
    .map(({ form, start, prose, ranges }) => ({ form, start, ranges, prose: prose.replaceAll("\uFFFC", " ") }))
    .filter(({ prose }) => /\p{L}/u.test(prose))
}

/** The prose of one plural form, or of the whole text. */
export interface ProseForm extends Pick<CheckedForm, "form" | "start" | "ranges"> {
  readonly prose: string
}

/** The findings of a text by the problems of its forms, without those that touch what is no prose. */
export const proseFindings = (
  { text }: CheckedText,
  forms: ReadonlyArray<{ readonly form: ProseForm; readonly problems: ReadonlyArray<ProseProblem> }>,
  types: ReadonlySet<CheckType>
): ReadonlyArray<CheckFinding> => {
  const { findings, add } = collectFindings(text)
  for (const { form, problems } of forms) {
    for (const { type, start, end, sentence, replacement } of problems) {
      if (!types.has(type) || end > form.prose.length || start >= end) continue
      if (form.ranges.some((range) => range.start < end && start < range.end)) continue
      add(type, {
        ...(type === "SPELLING"
          ? { message: "qa_spelling_error", params: { word: form.prose.slice(start, end) } }
          : { message: "qa_grammar_error", params: { message: sentence } }),
        form: form.form,
        start: form.start + start,
        end: form.start + end,
        ...(replacement === null ? {} : { replacement })
      })
    }
  }
  return findings
}
