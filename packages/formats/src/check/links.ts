import type { CheckedForm, FormCheck, FormProblem } from "./check.ts"
import type { ProtectedRange } from "./protected-ranges.ts"

/** The links of the base text stand in the text. The part of a path that names a language may differ. */
export const checkUrls: FormCheck = (form) => comparePlaces(form, "url", urlMessages)

/** The addresses of the base text stand in the text. */
export const checkEmails: FormCheck = (form) => comparePlaces(form, "email", emailMessages)

const urlMessages = { missing: "qa_url_missing", extra: "qa_url_extra", replace: "qa_url_replace" }
const emailMessages = { missing: "qa_email_missing", extra: "qa_email_extra", replace: "qa_email_replace" }

const comparePlaces = (
  { text, ranges, base }: CheckedForm,
  kind: "url" | "email",
  messages: typeof urlMessages
): ReadonlyArray<FormProblem> => {
  if (base === null) return []
  const missing = placesOf(base, kind)
  const extra = placesOf({ text, ranges }, kind).filter((place) => {
    const index = missing.findIndex(({ identity }) => identity === place.identity)
    if (index !== -1) missing.splice(index, 1)
    return index === -1
  })
  const [onlyMissing] = missing
  const [onlyExtra] = extra
  if (missing.length === 1 && extra.length === 1 && onlyMissing !== undefined && onlyExtra !== undefined) {
    const { start, end } = onlyExtra
    const params = { url: onlyExtra.value, expected: onlyMissing.value }
    return [{ message: messages.replace, params, start, end, replacement: onlyMissing.value }]
  }
  return [
    ...missing.map(({ value }) => ({ message: messages.missing, params: { url: value } })),
    ...extra.map(({ value, start, end }) => ({ message: messages.extra, params: { url: value }, start, end }))
  ]
}

const placesOf = ({ text, ranges }: Pick<CheckedForm, "text" | "ranges">, kind: ProtectedRange["kind"]) =>
  ranges
    .filter((range) => range.kind === kind)
    .map(({ start, end }) => {
      const value = text.slice(start, end)
      return { value, start, end, identity: withoutLanguage(value) }
    })

/** `/en/` and `/de-AT/` in a path, `en.` in front of a host, and `hl=en` are the same place in another language. */
const withoutLanguage = (url: string): string =>
  url
    .replace(/\/[a-z]{2}(?:[-_][A-Za-z]{2,4})?(?=\/|$)/g, "/*")
    .replace(/(?<=\/\/)[a-z]{2}\./, "*.")
    .replace(/\b(lang|locale|hl)=[\w-]+/g, "$1=*")
