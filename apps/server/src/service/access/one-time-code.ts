import { createHash, randomInt, timingSafeEqual } from "node:crypto"

/** Length of a code: 50 of 52 letters have about 285 bits. */
const codeLetters = 50
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Makes a secret for a link. */
export const newOneTimeCode = (): string =>
  Array.from({ length: codeLetters }, () => alphabet.charAt(randomInt(alphabet.length))).join("")

/** Digest that is stored of a code. A code is too long to be guessed, so one round of a fast hash is enough. */
export const digestOfCode = (code: string): string => createHash("sha256").update(code, "utf8").digest("base64")

/** Whether the code is the stored one, in constant time. `stored`: its digest; null: there is none. */
export const isStoredCode = (code: string, stored: string | null): boolean => {
  const [given, expected] = [digestOfCode(code), stored ?? digestOfCode("")].map((digest) =>
    Buffer.from(digest, "base64")
  )
  if (given === undefined || expected === undefined || given.length !== expected.length) return false
  return timingSafeEqual(given, expected) && stored !== null
}
