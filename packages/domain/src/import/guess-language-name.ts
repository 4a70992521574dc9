/**
 * The language name of a file that names none: its base name up to the first dot.
 * `en.json` gives `en`, `app.en.json` gives `app`; a name that starts with a dot is taken whole.
 * Source: docs/reference/import.md#language-of-a-file.
 */
export const guessLanguageName = (path: string): string => {
  const baseName = path.slice(path.lastIndexOf("/") + 1)
  const firstDot = baseName.indexOf(".")
  return firstDot <= 0 ? baseName : baseName.slice(0, firstDot)
}
