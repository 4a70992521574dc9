/**
 * Whether the client has the representation with this strong tag, quotes included. Tags are compared without their mark of weakness,
 * because proxies that compress weaken them. RFC 9110 section 13.1.2.
 */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, "") === etag)
}
