import type { CheckedForm, FormCheck } from "./check.ts"

/**
 * Each number of the base text stands in the text, by value: `1,000.5` is `1.000,5` and `١٠٠٠٫٥`. Numbers in placeholders, tags and
 * links do not count, nor do those in names such as `H264`.
 */
export const checkNumbers: FormCheck = (form, { checked }) => {
  const { base } = form
  if (base === null || standsForOneNumber(form) || !/\p{Nd}/u.test(base.prose)) return []
  const own = numbersIn(form.prose)
  return numbersIn(base.prose).flatMap(({ number, values }) => {
    const index = own.findIndex((one) => one.values.some((value) => values.includes(value)))
    if (index !== -1) {
      own.splice(index, 1)
      return []
    }
    if (isWrittenOut(values, checked.text)) return []
    return [{ message: "qa_numbers_missing", params: { number } }]
  })
}

/** `one` and `=1` may write the number in words. */
const standsForOneNumber = ({ form }: CheckedForm): boolean =>
  form !== null && (form.startsWith("=") || ["zero", "one", "two"].includes(form))

/** Small numbers are written in words as often as not. */
const isWrittenOut = (values: ReadonlyArray<number>, text: string): boolean =>
  values.every((value) => value <= 2) && /\p{L}/u.test(text)

const numbersIn = (prose: string): Array<{ readonly number: string; readonly values: ReadonlyArray<number> }> =>
  [
    ...prose.matchAll(
      /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_])\p{Nd}+(?:[.,٫٬\u00A0\u202F' ]\p{Nd}+)*(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}_])/gu
    )
  ].map(({ 0: number }) => ({
    number,
    values: valuesOf(toAscii(number))
  }))

/** The values that a number may mean: a separator before three digits stands for thousands or for a decimal point. */
const valuesOf = (number: string): ReadonlyArray<number> => {
  const digits = number.replace(/\D/g, "")
  const last = Math.max(number.lastIndexOf("."), number.lastIndexOf(","))
  if (last === -1) return [Number(digits)]
  const decimals = number.length - last - 1
  const asDecimal = Number(`${number.slice(0, last).replace(/\D/g, "")}.${number.slice(last + 1)}`)
  const isGrouped = decimals === 3 || number.slice(0, last).includes(number[last] ?? "")
  return isGrouped ? [Number(digits), asDecimal] : [asDecimal]
}

/** Digits of all scripts as those of ASCII: blocks of digits begin at a multiple of ten. */
const toAscii = (number: string): string =>
  [...number]
    .map((character) => {
      if (character === "٫") return "."
      if (character === "٬") return ","
      if (!/\p{Nd}/u.test(character) || character <= "9") return character
      const code = character.codePointAt(0) ?? 0
      let zero = code
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--
      return String(code - zero)
    })
    .join("")
