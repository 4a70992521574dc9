import { printfDialect, printPositional } from "./printf-placeholder.ts"

/**
 * `%1$s` and `%1$d` of Compose Multiplatform, which replaces nothing else: any other percent sign is text, and none is escaped.
 * Source: https://www.jetbrains.com/help/kotlin-multiplatform-dev/compose-multiplatform-resources-usage.html
 */
export const composeDialect = printfDialect(
  {
    reference: String.raw`(?<number>\d{1,9})\$`,
    flag: "(?!)",
    width: "(?!)",
    length: "",
    specifier: "[sd]",
    braced: "",
    textConversion: "s",
    numberConversion: "d",
    argumentless: "",
    percentSigns: null,
    printArgument: (argument, conversion, place) =>
      printPositional(argument, conversion, true, { ...place, keptNaming: "numbered" })
  },
  "0"
)
