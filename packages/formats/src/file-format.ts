/**
 * Sub-formats: one file type with one placeholder dialect. The names are those of the API (`fileMappings[].format`).
 * Only those that can be read. Source: docs/reference/import.md#formats-to-read.
 */
export const fileFormats = [
  "JSON_I18NEXT",
  "JSON_ICU",
  "JSON_JAVA",
  "JSON_PHP",
  "JSON_RUBY",
  "JSON_C",
  "PO_PHP",
  "PO_C",
  "PO_JAVA",
  "PO_ICU",
  "PO_RUBY",
  "PO_PYTHON",
  "PO_PYTHON_BRACE",
  "YAML_RUBY",
  "YAML_JAVA",
  "YAML_ICU",
  "YAML_PHP",
  "YAML_UNKNOWN",
  "XLIFF_ICU",
  "XLIFF_JAVA",
  "XLIFF_PHP",
  "XLIFF_RUBY"
] as const

export type FileFormat = (typeof fileFormats)[number]
