/**
 * Invitation codes have 50 letters; keys of the API have their prefix; names of images are hexadecimal, and who has one sees
 * the image. Percent-encoded ones are none that work.
 */
const secretInPath = /[A-Za-z]{50}|tg(?:pat|pak)_\w+|\b[0-9a-f]{40}\b/g

/** The path of a URL as the access log may keep it: without the query, which may hold a key, and without secrets. */
export const pathToLog = (url: string): string => (url.split("?", 1)[0] ?? "").replace(secretInPath, "(hidden)")
