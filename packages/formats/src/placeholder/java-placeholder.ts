import { numberReference, printfDialect } from "./printf-placeholder.ts"

/** `%s`, `%1$d`, `%,d` of Java's String.format. Source: reference "import-and-formats" 7.2. */
export const javaDialect = printfDialect(
  {
    reference: numberReference,
    flag: "[-#+0,(]",
    width: String.raw`\d{1,9}`,
    length: "",
    specifier: "[bBhHsScCdoxXeEfgGaAtT%nrRDF]",
    braced: ""
  },
  "0"
)
