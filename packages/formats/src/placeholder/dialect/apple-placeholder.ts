import { needsNumber, numberReference, printfDialect, printPositional } from "./printf-placeholder.ts"

/**
 * `%@`, `%1$@`, `%lld` of Apple's string formats. Other numbers than `%lld`, `%s` and the variables `%#@name@` of
 * plural dictionaries stay literal. Source: docs/reference/placeholders.md.
 */
export const appleDialect = printfDialect(
  {
    reference: numberReference,
    flag: "[-+0#]",
    width: String.raw`\d{1,9}`,
    length: "ll|hh|h|l|z|j|t|L",
    specifier: String.raw`(?:@\w{1,200}@|[diouxXfFeEgGaAcspn@l%])`,
    braced: "",
    textConversion: "@",
    numberConversion: "lld",
    argumentless: "",
    percentSigns: "doubled",
    printArgument: (argument, conversion, place) =>
      printPositional(argument, conversion, needsNumber(argument, place), place)
  },
  "0"
)
