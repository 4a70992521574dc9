import { needsNumber, numberReference, printfDialect, printPositional } from "./printf-placeholder.ts"

/** `%s`, `%1$s`, `%,d` of Java's String.format; `%n` is a line break. Source: docs/reference/placeholders.md. */
export const javaDialect = printfDialect(
  {
    reference: numberReference,
    flag: "[-#+0,(]",
    width: String.raw`\d{1,9}`,
    length: "",
    specifier: "[bBhHsScCdoxXeEfgGaAtT%nrRDF]",
    braced: "",
    textConversion: "s",
    numberConversion: "d",
    argumentless: "n",
    percentSigns: "doubled",
    printArgument: (argument, conversion, place) =>
      printPositional(argument, conversion, place.keptNaming !== "counted" || needsNumber(argument, place), place)
  },
  "0"
)
