import type { ImportedFile } from "../imported-file.ts"
import type { TextFinding } from "./lint-texts.ts"

/** Finds out whether a source file names a key. */
export type KeyUse = (keyName: string) => boolean

/**
 * Reads which keys the texts of source files name: those whose full name stands anywhere as a whole word. Too many keys count
 * as used rather than too few, because a key that is used must not be deleted.
 */
export const readKeyUse = (sources: Iterable<string>): KeyUse => {
  const texts: Array<string> = []
  const words = new Set<string>()
  for (const source of sources) {
    // A name with quotes is written with backslashes.
    const text = source.replace(/\\(['"`])/g, "$1")
    texts.push(text)
    for (const word of wordsOf(text)) words.add(word)
  }
  return (keyName) => wordsOf(keyName).every((word) => words.has(word)) && texts.some((text) => names(text, keyName))
}

const wordsOf = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}_]+/gu) ?? []

const names = (text: string, keyName: string): boolean => {
  for (let start = text.indexOf(keyName); start >= 0; start = text.indexOf(keyName, start + 1)) {
    const end = start + keyName.length
    if (!isInWord(text, start) && !isInWord(text, end)) return true
  }
  return false
}

/** Finds out whether a word goes on at this offset. */
const isInWord = (text: string, offset: number): boolean =>
  offset > 0 && /^[\p{L}\p{N}_]{2}/u.test(text.slice(offset - 1, offset + 1))

/** The keys of a file that no source file names. */
export const unusedKeys = ({ keys }: ImportedFile, isUsed: KeyUse): ReadonlyArray<TextFinding> =>
  [...keys.values()]
    .filter(({ name }) => !isUsed(name))
    .map(({ name, position }) => ({
      severity: "warning",
      code: "KEY_UNUSED",
      message: `No source file names the key ${name}.`,
      keyName: name,
      position
    }))
