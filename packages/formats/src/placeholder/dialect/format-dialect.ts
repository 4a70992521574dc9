import type { FileFormat } from "../../file-format.ts"
import { cDialect } from "./c-placeholder.ts"
import type { Dialect } from "./dialect.ts"
import { i18nextDialect } from "./i18next-placeholder.ts"
import { javaDialect } from "./java-placeholder.ts"
import { phpDialect } from "./php-placeholder.ts"
import { pythonBraceDialect } from "./python-brace-placeholder.ts"
import { pythonDialect } from "./python-placeholder.ts"
import { rubyDialect } from "./ruby-placeholder.ts"

/** The dialect that the texts of a sub-format are written in; null = ICU. */
export const formatDialects: Readonly<Record<FileFormat, Dialect | null>> = {
  JSON_I18NEXT: i18nextDialect,
  JSON_ICU: null,
  JSON_JAVA: javaDialect,
  JSON_PHP: phpDialect,
  JSON_RUBY: rubyDialect,
  JSON_C: cDialect,
  PO_PHP: phpDialect,
  PO_C: cDialect,
  PO_JAVA: javaDialect,
  PO_ICU: null,
  PO_RUBY: rubyDialect,
  PO_PYTHON: pythonDialect,
  PO_PYTHON_BRACE: pythonBraceDialect,
  YAML_RUBY: rubyDialect,
  YAML_JAVA: javaDialect,
  YAML_ICU: null,
  YAML_PHP: phpDialect,
  YAML_UNKNOWN: null,
  XLIFF_ICU: null,
  XLIFF_JAVA: javaDialect,
  XLIFF_PHP: phpDialect,
  XLIFF_RUBY: rubyDialect
}
