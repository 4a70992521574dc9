/**
 * Files without translations that tools put beside them: dropped without an error, before and after
 * unpacking. Source: docs/reference/import.md#ignored-files.
 */
export const isIgnoredPath = (path: string): boolean => {
  const segments = path.split("/")
  const name = segments.at(-1) ?? ""
  const parent = segments.at(-2) ?? ""
  const grandparent = segments.at(-3) ?? ""
  if (name === ".DS_Store") return true
  if (name === "contents.json") return parent.endsWith(".xcloc")
  const isSourceContents = parent === "Source Contents" && grandparent.endsWith(".xcloc")
  return isSourceContents && (name === "Localizable.xcstrings" || name.endsWith("InfoPlist.xcstrings"))
}
