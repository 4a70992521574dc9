/**
 * The namespace that the path of an import file suggests: its first directory, null when it has none.
 * `homepage/en.json` gives `homepage`, `values-cs/strings.xml` gives `values-cs`. May be longer than a namespace may be:
 * the caller checks `importLimits.namespaceMaxUtf16Units`.
 * Source: reference "import-and-formats" 5, step 3c.
 */
export const guessNamespace = (path: string): string | null => {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "." && segment !== "..")
  const first = segments[0]
  return first === undefined || segments.length < 2 ? null : first
}
