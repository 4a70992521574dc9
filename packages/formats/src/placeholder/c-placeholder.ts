import { numberReference, printfDialect } from "./printf-placeholder.ts"

/** `%s`, `%1$d`, `%5.2f` of C's printf. Source: reference "import-and-formats" 7.2. */
export const cDialect = printfDialect(
  {
    reference: numberReference,
    flag: "[-+0#]",
    width: String.raw`\d{1,9}|\*`,
    length: "hh|h|ll|l|j|z|t|L",
    specifier: "[diouxXfFeEgGaAcspn%]",
    braced: ""
  },
  "0"
)
