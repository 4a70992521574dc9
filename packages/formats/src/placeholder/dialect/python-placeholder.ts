import { isPosition } from "./dialect.ts"
import { printfDialect } from "./printf-placeholder.ts"

/**
 * `%s`, `%(name)s` of Python's `%` operator. A named number keeps its name in a plural form instead of becoming `#`:
 * the plural's argument is `0`, which is another value. Python has no numbers, and no text may
 * have both kinds: positions out of their order, or beside names, are written as the names `0`, `1`.
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
    percentSigns: "doubled",
    printArgument: ({ name, format }, conversion, { placeholderIndex, isPositional, keptNaming }) =>
      (isPositional || keptNaming === "counted") && name === String(placeholderIndex)
        ? { text: `%${conversion}`, readAs: { name, format }, warning: null }
        : {
            text: `%(${name})${conversion}`,
            readAs: { name, format },
            warning: isPosition(name)
              ? {
                  reason: "argumentNumber",
                  sentence: `Python's % operator has no numbered placeholders: ${name} is written as the name "${name}".`
                }
              : null
          }
  },
  "0"
)
