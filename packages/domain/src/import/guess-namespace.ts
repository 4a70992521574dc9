import { importLimits } from "./text-limits.ts"

/**
 * The namespace that the path of an import file suggests: its first directory, null when it has none.
 * `homepage/en.json` gives `homepage`, `values-cs/strings.xml` gives `values-cs`. A directory with a longer
 * name than a namespace may have is none.
 * Source: docs/reference/import.md#namespace-of-a-file.
 */
export const guessNamespace = (path: string): string | null => {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "." && segment !== "..")
  const first = segments[0]
  if (first === undefined || segments.length < 2) return null
  return first.length <= importLimits.namespaceMaxUtf16Units ? first : null
}
