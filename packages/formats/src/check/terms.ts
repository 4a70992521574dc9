import type { FormCheck, FormProblem } from "./check.ts"

/**
 * Reports terms of the base text whose text in the language is missing. A term that several glossaries have needs one of its
 * texts; any form of its words will do, also as a part of a longer word.
 */
export const checkMissingTerms: FormCheck = ({ prose, base }, { checked: { terms } }) => {
  if (base === null || terms === undefined) return []
  const wanted = terms.findInBase(base.prose)
  const winners = wanted.filter(({ isOverlapped, kind }) => !isOverlapped && kind !== "compound")
  if (winners.length === 0) return []
  const present = new Set(terms.findInText(prose).map(({ value }) => value.text))
  const reported = new Map<string, FormProblem>()
  for (const { start, end } of winners) {
    const variants = wanted.filter((one) => one.start === start && one.end === end).map(({ value }) => value.text)
    const [expected = ""] = variants
    if (variants.some((text) => present.has(text)) || reported.has(expected)) continue
    const term = base.text.slice(start, end)
    reported.set(expected, { message: "qa_term_missing", params: { term, expected } })
  }
  return [...reported.values()]
}

/** Reports forbidden terms, unless they are a part of a longer term or of a longer word. */
export const checkForbiddenTerms: FormCheck = ({ text, prose }, { checked: { terms } }) =>
  (terms?.findInText(prose) ?? [])
    .filter(({ value, isOverlapped, kind }) => value.isForbidden && !isOverlapped && kind !== "compound")
    .map(({ start, end }) => ({ message: "qa_term_forbidden", params: { term: text.slice(start, end) }, start, end }))
