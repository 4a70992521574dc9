/** How texts spell placeholders and plurals when they leave the store. Source: reference "import-and-formats" 9.2. */
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
