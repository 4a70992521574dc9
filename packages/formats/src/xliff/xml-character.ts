/** What XML 1.0 has no way to write: most control characters, U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\u0020-\ufffd]/g

/** The text without characters that XML cannot hold. Source: docs/reference/import.md#writing-xliff. */
export const removeForbiddenCharacters = (text: string): string => text.replace(forbidden, "")
