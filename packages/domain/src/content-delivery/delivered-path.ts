/** A file that an app requests of the server's own storage. */
export interface DeliveredPath {
  readonly slug: string
  /** null: the live version. */
  readonly version: number | null
  /** The path of the file below the slug. */
  readonly path: string
}

/** Longest path that is looked up, percent-encoded; longer ones name no file. */
const pathMaxUtf16Units = 2_048

const slugShape = /^[a-z0-9-]{1,60}$/
const versionShape = /^@([1-9]\d{0,14})$/

/**
 * Parses what follows `/content-delivery/` in the path of a request: `slug/path` or `slug/@version/path`. null: it names no file.
 * Segments that mean another folder elsewhere (`..`, encoded slashes) are rejected, so that caches on the way agree on the name.
 */
export const parseDeliveredPath = (encoded: string): DeliveredPath | null => {
  if (encoded.length > pathMaxUtf16Units) return null
  const [slug = "", ...rest] = encoded.split("/")
  if (!slugShape.test(slug)) return null
  const segments: Array<string> = []
  for (const segment of rest) {
    const decoded = decodeSegment(segment)
    if (decoded === null) return null
    segments.push(decoded)
  }
  const version = versionShape.exec(segments[0] ?? "")?.[1]
  const path = version === undefined ? segments : segments.slice(1)
  return path.length === 0
    ? null
    : { slug, version: version === undefined ? null : Number(version), path: path.join("/") }
}

const decodeSegment = (encoded: string): string | null => {
  const decoded = encoded.includes("%") ? decode(encoded) : encoded
  if (decoded === null || decoded === "" || decoded === "." || decoded === "..") return null
  return /[/\\\p{Cc}]/u.test(decoded) ? null : decoded
}

const decode = (encoded: string): string | null => {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
