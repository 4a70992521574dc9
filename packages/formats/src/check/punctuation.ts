import type { CheckContext, CheckedForm, FormCheck, FormProblem } from "./check.ts"

/** Marks that end a text, each with its equivalents in other scripts. The first is the one that Tolgee names. */
const endMarks: ReadonlyArray<readonly [mark: string, equivalents: string]> = [
  ["…", "…⋯"],
  [".", ".。।۔։·෴။።᠃๚．｡"],
  ["?", "?？؟՞⸮፧꘏⳺"],
  ["!", "!！՜᥄႟߹"],
  [":", ":：፡៖"],
  [";", ";；؛"],
  [",", ",，、،፣"]
]

/** Languages that end a sentence without a mark. */
const withoutMarks: ReadonlySet<string> = new Set(["th", "lo", "km", "my", "jbo"])

/** A base text so short is a label or a unit, whose stop says nothing. */
const labelMaxUtf16Units = 4

/** The last mark is that of the base text, in the form that the language has. Closing quotes and brackets are passed over. */
export const checkEndMarks: FormCheck = (form, context) => {
  const { base } = form
  if (base === null || withoutMarks.has(context.language)) return []
  const own = endMark(form, context.language)
  const expected = endMark(base, context.baseLanguage ?? "en")
  if (own.kind === expected.kind || areAlike(own.kind, expected.kind, context)) return []
  if (expected.kind === "." && base.text.trim().length <= labelMaxUtf16Units) return []
  if (own.kind === "." && expected.kind === null && endsWithUnit.test(form.prose)) return []
  if (own.kind === null && expected.kind !== null) {
    const punctuation = markIn(context.language, expected.kind)
    return [
      { message: "qa_punctuation_add", params: { punctuation }, start: own.end, end: own.end, replacement: punctuation }
    ]
  }
  const { start, end } = own
  const mark = form.text.slice(start, end)
  if (expected.kind === null) {
    return [{ message: "qa_punctuation_remove", params: { punctuation: mark }, start, end, replacement: "" }]
  }
  const punctuation = markIn(context.language, expected.kind)
  return [
    {
      message: "qa_punctuation_replace",
      params: { punctuation: mark, expected: punctuation },
      start,
      end,
      replacement: punctuation
    }
  ]
}

/** `5 min.`: the stop belongs to an abbreviated unit behind a number. */
const endsWithUnit = /[\p{N}\uFFFC][ \u00A0]?\p{L}{1,4}\.\s*$/u

interface EndMark {
  readonly kind: string | null
  readonly start: number
  /** Behind the mark; without one: where it would stand. */
  readonly end: number
}

const endMark = ({ prose }: Pick<CheckedForm, "prose">, language: string): EndMark => {
  const closed = prose
    .replace(/[:;]-?[()[\]]/g, (smiley) => "\uFFFC".repeat(smiley.length))
    .replace(/[\s\u200B-\u200F)\]}"'»«”“’‘」』›‹）】]+$/u, "")
  const end = closed.length
  if (closed.endsWith("...")) return { kind: "…", start: end - 3, end }
  const last = closed.slice(-1)
  if ((language === "el" && last === ";") || last === "\u037E") return { kind: "?", start: end - 1, end }
  const kind = endMarks.find(([, equivalents]) => last !== "" && equivalents.includes(last))?.[0] ?? null
  // An ellipsis of dots and a stop of an abbreviation look alike.
  return kind === null
    ? { kind, start: prose.trimEnd().length, end: prose.trimEnd().length }
    : { kind, start: end - 1, end }
}

/** Pairs that languages take in each other's place. */
const areAlike = (own: string | null, expected: string | null, { language }: CheckContext): boolean => {
  const pair = `${own ?? ""}${expected ?? ""}`
  if (pair === "….") return true
  if (["ja", "zh"].includes(language)) return [".:", ".;", "."].includes(pair) || (expected === "." && own === null)
  if (["hy", "eu"].includes(language)) return own !== null && expected !== null
  return false
}

const markIn = (language: string, mark: string): string => scriptMarks[mark]?.[language] ?? mark

const scriptMarks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ".": { zh: "。", ja: "。", hi: "।", bn: "।", ur: "۔", hy: "։", am: "።" },
  "?": { zh: "？", ja: "？", ar: "؟", fa: "؟", ur: "؟", he: "?", el: ";", hy: "՞" },
  "!": { zh: "！", ja: "！", hy: "՜" },
  ":": { zh: "：", ja: "：" },
  ";": { zh: "；", ja: "；", ar: "؛", fa: "؛", ur: "؛" },
  ",": { zh: "，", ja: "、", ar: "،", fa: "،", ur: "،" }
}

/** Spanish opens a question and an exclamation: a sentence that ends with the one begins with the other. */
export const checkInvertedMarks: FormCheck = ({ prose }, { language }) => {
  if (language !== "es" && language !== "gl" && language !== "ast") return []
  return sentences(prose).flatMap(({ text, start }): ReadonlyArray<FormProblem> => {
    const mark = /[?!](?=[\s"'»”’)]*$)/u.exec(text)?.[0]
    const opening = mark === "?" ? "¿" : "¡"
    if (mark === undefined || text.includes("¿") || text.includes("¡")) return []
    const at = start + (/[\p{L}\p{N}\uFFFC]/u.exec(text)?.index ?? 0)
    return [
      {
        message: "qa_punctuation_inverted_missing",
        params: { punctuation: opening },
        start: at,
        end: at,
        replacement: opening
      }
    ]
  })
}

const sentences = (prose: string): ReadonlyArray<{ readonly text: string; readonly start: number }> =>
  [...prose.matchAll(/[^.?!\n]*[.?!]+["'»”’)]*|[^.?!\n]+/gu)].map(({ 0: text, index: start }) => ({ text, start }))

const fullWidth: Readonly<Record<string, string>> = { ",": "，", "?": "？", "!": "！", ":": "：" }

/** Chinese and Japanese write full-width marks behind their own characters. */
export const checkFullWidthMarks: FormCheck = ({ prose }, { language }) => {
  if (language !== "zh" && language !== "ja") return []
  return [...prose.matchAll(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[,?!:](?!\d)/gu)].map(
    ({ 0: mark, index: start }) => {
      const expected = mark === "," && language === "ja" ? "、" : (fullWidth[mark] ?? mark)
      return {
        message: "qa_punctuation_full_width",
        params: { punctuation: mark, expected },
        start,
        end: start + 1,
        replacement: expected
      }
    }
  )
}

/** French separates these marks from the word by a space that does not break; Canadian French does not. */
export const checkFrenchSpaces: FormCheck = ({ prose }, { checked, language }) => {
  if ((language !== "fr" && language !== "br") || /^fr[-_]CA/i.test(checked.languageTag)) return []
  return [...prose.matchAll(/(?<=[\p{L}\p{N}»)\uFFFC])( ?)([;:?!])(?=\s|$)/gu)].map(
    ({ 1: space = "", 2: punctuation = "", index: start }) => ({
      message: "qa_spaces_before_mark_missing",
      params: { punctuation },
      start,
      end: start + space.length,
      replacement: punctuation === ":" ? "\u00A0" : "\u202F"
    })
  )
}

/** No space stands before a mark, where the base has none there either. */
export const checkSpacesBeforeMarks: FormCheck = ({ prose, base }, { language }) => {
  if (language === "fr" || language === "br") return []
  if (base !== null && /[^\s][ \u00A0][,.!?;](?=\s|$)/u.test(base.prose)) return []
  return [...prose.matchAll(/(?<=[\p{L}\p{N}])[ \u00A0]+(?=[,.!?;](?:\s|$))/gu)].map(({ 0: space, index: start }) => ({
    message: "qa_spaces_before_mark",
    start,
    end: start + space.length,
    replacement: ""
  }))
}
