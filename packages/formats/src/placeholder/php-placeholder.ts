import { numberReference, printfDialect } from "./printf-placeholder.ts"

/** `%s`, `%1$s`, `%'*10d` of PHP's sprintf; an apostrophe names the padding character. Source: reference 7.2. */
export const phpDialect = printfDialect(
  {
    reference: numberReference,
    flag: "(?:[-+0]|'[^%])",
    width: String.raw`\d{1,9}`,
    length: "",
    specifier: "[bcdeEfFgGhHosuxX%]",
    braced: ""
  },
  "0"
)
