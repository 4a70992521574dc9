/** Characters that XML 1.0 cannot represent: most control characters, U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\u0020-\ufffd]/g

/** The text without characters that XML cannot represent. Source: docs/reference/import.md#writing-xliff. */
export const removeForbiddenCharacters = (text: string): string => text.replace(forbidden, "")
