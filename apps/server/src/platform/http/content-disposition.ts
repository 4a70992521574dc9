/**
 * Prints `attachment` with a file name. Names with other than ASCII characters are in `filename*`; `filename` has
 * underscores instead, for clients without support. Source: RFC 6266, RFC 8187.
 */
export const attachment = (fileName: string): string => {
  // Headers cannot contain control characters, and a lone surrogate has no encoding.
  const name = fileName.replace(/\p{Cc}/gu, " ").toWellFormed()
  const fallback = name.replace(/[^\x20-\x7e]+/g, "_").replace(/["\\]/g, "\\$&")
  // Only some browsers decode a percent sign in the plain form.
  return /^[\x20-\x7e]*$/.test(name) && !name.includes("%")
    ? `attachment; filename="${fallback}"`
    : `attachment; filename="${fallback}"; filename*=UTF-8''${encodeValue(name)}`
}

const encodeValue = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
