/** Spellings of placeholders and plurals in exports. Source: docs/reference/placeholders.md. */
export const messageFormats = [
  "C_SPRINTF",
  "PHP_SPRINTF",
  "JAVA_STRING_FORMAT",
  "APPLE_SPRINTF",
  "RUBY_SPRINTF",
  "I18NEXT",
  "ICU",
  "PYTHON_PERCENT",
  "PYTHON_BRACE"
] as const

export type MessageFormat = (typeof messageFormats)[number]
