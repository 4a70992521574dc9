import { printfDialect } from "./printf-placeholder.ts"

/** `%s`, `%1$s`, `%<name>d`, `%{name}` of Ruby. Source: reference "import-and-formats" 7.2. */
export const rubyDialect = printfDialect(
  {
    reference: String.raw`(?:(?<number>\d{1,9})\$|<(?<name>[^<>]{1,200})>)?`,
    flag: "[-+0#*]",
    width: String.raw`\d{1,9}`,
    length: "",
    specifier: "[bBdiouxXeEfgGaAcps%]",
    braced: String.raw`\{(?<braced>[^{}]{1,200})\}`
  },
  null
)
