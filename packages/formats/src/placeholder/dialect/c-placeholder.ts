import { needsNumber, numberReference, printfDialect, printPositional } from "./printf-placeholder.ts"

/** `%s`, `%1$d`, `%5.2f` of C's printf. Source: docs/reference/placeholders.md. */
export const cDialect = printfDialect(
  {
    reference: numberReference,
    flag: "[-+0#]",
    width: String.raw`\d{1,9}|\*`,
    length: "hh|h|ll|l|j|z|t|L",
    specifier: "[diouxXfFeEgGaAcspn%]",
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
