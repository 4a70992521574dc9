import { isPosition } from "./dialect.ts"
import { printfDialect } from "./printf-placeholder.ts"

/**
 * `%s`, `%(name)s` of Python's `%` operator. A named number keeps its name in a plural form instead of becoming `#`:
 * the plural's argument is `0`, which is another value. Python has no numbers: `{0}` is written as the name `0`.
 * Source: docs/reference/placeholders.md.
 */
export const pythonDialect = printfDialect(
  {
    reference: String.raw`(?:\((?<name>[^()]{1,200})\))?(?<number>(?!))?`,
    flag: "[-+0#]",
    width: String.raw`\d{1,9}|\*`,
    length: "[hlL]",
    specifier: "[diouxXeEfFgGcrs%]",
    braced: "",
    textConversion: "s",
    numberConversion: "d",
    argumentless: "",
    printArgument: ({ name, format }, conversion) => ({
      text: `%(${name})${conversion}`,
      readAs: { name, format },
      warning: isPosition(name)
        ? {
            reason: "argumentNumber",
            sentence: `Python's % operator has no numbered placeholders: ${name} is written as the name "${name}".`
          }
        : null
    })
  },
  "0"
)
