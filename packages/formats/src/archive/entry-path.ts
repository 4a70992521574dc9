/**
 * The path of an archive entry as it is imported: relative, with single slashes, never above its root. Null = the entry
 * is no file to import: a directory, or a path that starts with `.` or `__` (`__MACOSX/…`).
 * Source: reference "import-and-formats" 5, "Archives".
 */
export const entryPath = (storedName: string): string | null => {
  const name = decodeName(storedName).replaceAll("\\", "/")
  if (name.endsWith("/")) return null
  const segments: Array<string> = []
  for (const segment of name.split("/")) {
    if (segment === "..") segments.pop()
    else if (segment !== "" && segment !== ".") segments.push(segment)
  }
  const path = segments.join("/")
  return path === "" || path.startsWith(".") || path.startsWith("__") ? null : path
}

/**
 * Many tools write UTF-8 names without saying so, and the unpacker then gives one character per byte. Names that are
 * valid UTF-8 when seen as bytes are taken as such.
 */
const decodeName = (storedName: string): string => {
  if (!/[\u0080-\u00ff]/.test(storedName) || /[\u0100-\uffff]/.test(storedName)) return storedName
  const bytes = Uint8Array.from(storedName, (character) => character.charCodeAt(0))
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return storedName
  }
}
