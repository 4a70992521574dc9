/** Every name that clients of Tolgee's API send, and those of formats beyond it; the server reads all of these formats. */
export const importFormats = [
  ...["CSV_ICU", "CSV_JAVA", "CSV_PHP", "CSV_RUBY"],
  ...["JSON_I18NEXT", "JSON_ICU", "JSON_JAVA", "JSON_PHP", "JSON_RUBY", "JSON_C"],
  ...["PO_PHP", "PO_C", "PO_JAVA", "PO_ICU", "PO_RUBY", "PO_PYTHON", "PO_PYTHON_BRACE"],
  ...["STRINGS", "STRINGSDICT", "APPLE_XLIFF", "APPLE_XCSTRINGS"],
  ...["PROPERTIES_ICU", "PROPERTIES_JAVA", "PROPERTIES_UNKNOWN"],
  ...["ANDROID_XML", "COMPOSE_XML", "FLUTTER_ARB"],
  ...["YAML_RUBY", "YAML_JAVA", "YAML_ICU", "YAML_PHP", "YAML_UNKNOWN"],
  ...["XLIFF_ICU", "XLIFF_JAVA", "XLIFF_PHP", "XLIFF_RUBY"],
  ...["RESX_ICU", "XLSX_ICU", "XLSX_JAVA", "XLSX_PHP", "XLSX_RUBY"],
  ...["PHP_LARAVEL", "PHP_ARRAY_ICU", "PHP_ARRAY_PHP", "JSON_WEBEXTENSION"],
  ...["XLIFF_2_ICU", "XLIFF_2_PHP", "XLIFF_2_JAVA", "XLIFF_2_RUBY", "QT_TS", "FLUENT"],
  ...["TMX_ICU", "TMX_PHP", "TMX_JAVA", "TMX_RUBY"]
]
