/** Where an entry of an archive belongs. */
export type EntryPlace =
  /** A directory, or metadata of macOS. */
  | { readonly kind: "noFile" }
  /** `path`: relative, with single slashes, never above its root. `hidden`: it starts with `.` or `__`. */
  | { readonly kind: "file" | "hidden"; readonly path: string }

/**
 * The path of an archive entry as it is imported. Hidden files are not imported.
 * Source: docs/reference/import.md#archives.
 */
export const placeOfEntry = (storedName: string): EntryPlace => {
  const name = decodeName(storedName).replaceAll("\\", "/")
  if (name.endsWith("/")) return noFile
  const segments: Array<string> = []
  for (const segment of name.split("/")) {
    if (segment === "..") segments.pop()
    else if (segment !== "" && segment !== ".") segments.push(segment)
  }
  const path = segments.join("/")
  if (path === "" || segments[0] === "__MACOSX" || segments.at(-1)?.startsWith("._")) return noFile
  return { kind: path.startsWith(".") || path.startsWith("__") ? "hidden" : "file", path }
}

const noFile: EntryPlace = { kind: "noFile" }

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
