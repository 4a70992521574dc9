/** Names of formats as people know them, by the codes of the API. Each group is what one type of files can be read as. */
const formatGroups: ReadonlyArray<{ readonly name: string; readonly formats: Readonly<Record<string, string>> }> = [
  {
    name: "JSON",
    formats: {
      JSON_ICU: "JSON (ICU)",
      JSON_I18NEXT: "JSON (i18next)",
      JSON_JAVA: "JSON (Java)",
      JSON_PHP: "JSON (PHP)",
      JSON_RUBY: "JSON (Ruby)",
      JSON_C: "JSON (C)",
      JSON_WEBEXTENSION: "JSON (web extension)"
    }
  },
  { name: "Flutter ARB", formats: { FLUTTER_ARB: "Flutter ARB" } },
  {
    name: "Android XML",
    formats: { ANDROID_XML: "Android XML", COMPOSE_XML: "Compose Multiplatform XML" }
  },
  { name: "Apple strings", formats: { STRINGS: "Apple strings" } },
  { name: "Apple stringsdict", formats: { STRINGSDICT: "Apple stringsdict" } },
  { name: "Apple string catalog", formats: { APPLE_XCSTRINGS: "Apple string catalog" } },
  {
    name: "XLIFF",
    formats: {
      XLIFF_ICU: "XLIFF (ICU)",
      XLIFF_JAVA: "XLIFF (Java)",
      XLIFF_PHP: "XLIFF (PHP)",
      XLIFF_RUBY: "XLIFF (Ruby)",
      APPLE_XLIFF: "XLIFF (Apple)",
      XLIFF_2_ICU: "XLIFF 2 (ICU)",
      XLIFF_2_JAVA: "XLIFF 2 (Java)",
      XLIFF_2_PHP: "XLIFF 2 (PHP)",
      XLIFF_2_RUBY: "XLIFF 2 (Ruby)"
    }
  },
  {
    name: "Gettext PO",
    formats: {
      PO_ICU: "Gettext PO (ICU)",
      PO_C: "Gettext PO (C)",
      PO_JAVA: "Gettext PO (Java)",
      PO_PHP: "Gettext PO (PHP)",
      PO_PYTHON: "Gettext PO (Python)",
      PO_PYTHON_BRACE: "Gettext PO (Python braces)",
      PO_RUBY: "Gettext PO (Ruby)"
    }
  },
  {
    name: "YAML",
    formats: {
      YAML_ICU: "YAML (ICU)",
      YAML_JAVA: "YAML (Java)",
      YAML_PHP: "YAML (PHP)",
      YAML_RUBY: "YAML (Ruby)",
      YAML_UNKNOWN: "YAML (plain texts)"
    }
  },
  {
    name: "Java properties",
    formats: {
      PROPERTIES_ICU: "Java properties (ICU)",
      PROPERTIES_JAVA: "Java properties (Java)",
      PROPERTIES_UNKNOWN: "Java properties (plain texts)"
    }
  },
  {
    name: "PHP",
    formats: {
      PHP_LARAVEL: "PHP (Laravel)",
      PHP_ARRAY_ICU: "PHP array (ICU)",
      PHP_ARRAY_PHP: "PHP array (PHP)"
    }
  },
  { name: "Fluent", formats: { FLUENT: "Fluent" } },
  { name: ".NET RESX", formats: { RESX_ICU: ".NET RESX" } },
  { name: "Qt TS", formats: { QT_TS: "Qt TS" } },
  {
    name: "CSV",
    formats: { CSV_ICU: "CSV (ICU)", CSV_JAVA: "CSV (Java)", CSV_PHP: "CSV (PHP)", CSV_RUBY: "CSV (Ruby)" }
  },
  {
    name: "Excel",
    formats: { XLSX_ICU: "Excel (ICU)", XLSX_JAVA: "Excel (Java)", XLSX_PHP: "Excel (PHP)", XLSX_RUBY: "Excel (Ruby)" }
  },
  {
    name: "TMX",
    formats: { TMX_ICU: "TMX (ICU)", TMX_JAVA: "TMX (Java)", TMX_PHP: "TMX (PHP)", TMX_RUBY: "TMX (Ruby)" }
  }
]

/** The types of files that can be read, in the order in which people are told of them. */
export const fileTypeNames: ReadonlyArray<string> = formatGroups.map(({ name }) => name)

const groupsByFormat = new Map(formatGroups.flatMap((group) => Object.keys(group.formats).map((code) => [code, group])))

/** The code itself where the server has a newer format. */
export const formatName = (format: string): string => groupsByFormat.get(format)?.formats[format] ?? format

/** Name of the type of files; null: the server has a newer format. */
export const fileTypeOf = (format: string): string | null => groupsByFormat.get(format)?.name ?? null

/** The formats that a file of this one can be read as, itself included. */
export const formatsLike = (format: string): ReadonlyArray<string> =>
  Object.keys(groupsByFormat.get(format)?.formats ?? { [format]: format })
