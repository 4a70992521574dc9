import { appleDialect } from "./apple-placeholder.ts"
import { cDialect } from "./c-placeholder.ts"
import type { Dialect } from "./dialect.ts"
import { i18nextDialect } from "./i18next-placeholder.ts"
import { javaDialect } from "./java-placeholder.ts"
import { phpDialect } from "./php-placeholder.ts"
import { pythonBraceDialect } from "./python-brace-placeholder.ts"
import { pythonDialect } from "./python-placeholder.ts"
import { rubyDialect } from "./ruby-placeholder.ts"

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

/** The dialect that texts are written in; null = ICU. */
export const messageFormatDialects: Readonly<Record<MessageFormat, Dialect | null>> = {
  C_SPRINTF: cDialect,
  PHP_SPRINTF: phpDialect,
  JAVA_STRING_FORMAT: javaDialect,
  APPLE_SPRINTF: appleDialect,
  RUBY_SPRINTF: rubyDialect,
  I18NEXT: i18nextDialect,
  ICU: null,
  PYTHON_PERCENT: pythonDialect,
  PYTHON_BRACE: pythonBraceDialect
}
