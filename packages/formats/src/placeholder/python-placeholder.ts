import { printfDialect } from "./printf-placeholder.ts"

/**
 * `%s`, `%(name)s` of Python's `%` operator. A named number keeps its name in a plural form instead of becoming `#`:
 * the plural's argument is `0`, which is another value. Source: reference "import-and-formats" 7.2.
 */
export const pythonDialect = printfDialect(
  {
    reference: String.raw`(?:\((?<name>[^()]{1,200})\))?(?<number>(?!))?`,
    flag: "[-+0#]",
    width: String.raw`\d{1,9}|\*`,
    length: "[hlL]",
    specifier: "[diouxXeEfFgGcrs%]",
    braced: ""
  },
  "0"
)
