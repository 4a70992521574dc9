import { needsNumber, numberReference, printfDialect, printPositional } from "./printf-placeholder.ts"

/**
 * `%s`, `%1$s`, `%'*10d` of PHP's sprintf; an apostrophe names the padding character.
 * Source: docs/reference/placeholders.md.
 */
export const phpDialect = printfDialect(
  {
    reference: numberReference,
    flag: "(?:[-+0]|'[^%])",
    width: String.raw`\d{1,9}`,
    length: "",
    specifier: "[bcdeEfFgGhHosuxX%]",
    braced: "",
    textConversion: "s",
    numberConversion: "d",
    argumentless: "",
    percentSigns: "doubled",
    printArgument: (argument, conversion, place) =>
      printPositional(argument, conversion, needsNumber(argument, place), place)
  },
  "0"
)
