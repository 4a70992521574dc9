/**
 * Literal text as part of an ICU message: braces, and `#` inside a plural form, are put in apostrophes; apostrophes
 * that would start or end a quote are doubled, others stay. The message formats to exactly the given text, wherever
 * an argument stands before or behind it.
 */
export const escapeMessage = (text: string, isInPlural: boolean): string =>
  // Most texts have nothing to escape.
  syntaxSigns.test(text)
    ? text.replace(isInPlural ? /['{}#]+/g : /['{}]+/g, (run: string, offset: number) =>
        escapeRun(run, offset + run.length === text.length)
      )
    : text

const syntaxSigns = /['{}#]/

const escapeRun = (run: string, isAtEnd: boolean): string => {
  const leading = countLeadingApostrophes(run)
  if (leading === run.length) return run === "'" && !isAtEnd ? run : doubleApostrophes(run)
  const trailing = countTrailingApostrophes(run)
  const quoted = run.slice(leading, run.length - trailing)
  return `${"''".repeat(leading)}'${doubleApostrophes(quoted)}'${"''".repeat(trailing)}`
}

const doubleApostrophes = (text: string): string => text.replaceAll("'", "''")

const countLeadingApostrophes = (run: string): number => {
  let count = 0
  while (run[count] === "'") count++
  return count
}

const countTrailingApostrophes = (run: string): number => {
  let count = 0
  while (run[run.length - 1 - count] === "'") count++
  return count
}
