/**
 * `attachment` with the name of the file. What is not ASCII goes into `filename*`; clients that do not know it get a name
 * in which underscores stand for it. Source: RFC 6266, RFC 8187.
 */
export const attachment = (fileName: string): string => {
  // No header can carry them; half a surrogate pair has no encoding.
  const name = fileName.replace(/\p{Cc}/gu, " ").toWellFormed()
  const fallback = name.replace(/[^\x20-\x7e]+/g, "_").replace(/["\\]/g, "\\$&")
  // A percent sign in the plain form is decoded by some browsers and not by others.
  return /^[\x20-\x7e]*$/.test(name) && !name.includes("%")
    ? `attachment; filename="${fallback}"`
    : `attachment; filename="${fallback}"; filename*=UTF-8''${encodeValue(name)}`
}

const encodeValue = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
