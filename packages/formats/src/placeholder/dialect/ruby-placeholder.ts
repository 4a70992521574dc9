import { isPosition } from "./dialect.ts"
import { needsNumber, printfDialect, printPositional } from "./printf-placeholder.ts"

/**
 * `%s`, `%1$s`, `%<name>d`, `%{name}` of Ruby. Its i18n library replaces `%%`, `%{name}` and `%<name>d` in texts that get
 * values, and nothing in others: a single percent sign is as good. Source: docs/reference/placeholders.md.
 */
export const rubyDialect = printfDialect(
  {
    reference: String.raw`(?:(?<number>\d{1,9})\$|<(?<name>[^<>]{1,200})>)?`,
    flag: "[-+0#*]",
    width: String.raw`\d{1,9}`,
    length: "",
    specifier: "[bBdiouxXeEfgGaAcps%]",
    braced: String.raw`\{(?<braced>[^{}]{1,200})\}`,
    textConversion: "s",
    numberConversion: "d",
    argumentless: "",
    percentSigns: "single",
    printArgument: (argument, conversion, place) => {
      const { name, format, isNumberSign } = argument
      if (isPosition(name)) return printPositional(argument, conversion, needsNumber(argument, place), place)
      if (format === null || isNumberSign) return { text: `%{${name}}`, readAs: { name, format: null }, warning: null }
      return { text: `%<${name}>${conversion}`, readAs: { name, format }, warning: null }
    }
  },
  null
)
