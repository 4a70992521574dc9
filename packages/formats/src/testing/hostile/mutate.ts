import { strFromU8, strToU8 } from "fflate"
import { models } from "./models.ts"
import { pick, randomOpener, randomToken, randomTokens, randomWord, upTo } from "./random-parts.ts"

/** One to four changes; of words alone in some files, so that those of strict syntaxes are read to the end too. */
export const mutate = (random: () => number, original: Uint8Array): Uint8Array => {
  let bytes = original
  const isOfWords = random() < 0.4
  for (let left = 1 + Math.floor(random() * random() * 4); left > 0; left--)
    bytes = (isOfWords ? replaceWord : pick(random, mutations))(random, bytes)
  return bytes
}

type Mutation = (random: () => number, bytes: Uint8Array) => Uint8Array

const join = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** The bytes with others in place of a part of them. */
export const splice = (bytes: Uint8Array, start: number, end: number, inserted: Uint8Array): Uint8Array =>
  join(bytes.subarray(0, start), inserted, bytes.subarray(end))

export const range = (random: () => number, { length }: Uint8Array): readonly [start: number, end: number] => {
  const start = upTo(random, length + 1)
  return [start, Math.min(length, start + upTo(random, random() < 0.8 ? 20 : length + 1))]
}

/** Mostly ASCII: a file that is no UTF-8 is refused before anything of it is parsed. */
const randomByte = (random: () => number): number => upTo(random, random() < 0.05 ? 256 : 128)

const isWordSign = (byte: number | undefined): boolean => byte !== undefined && wordSigns.has(byte)

const wordSigns = new Set(Buffer.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"))

/** In front of a text or of the name of a key, in most syntaxes. */
const openingSigns = new Set(Buffer.from("\"'>"))

/** A word anywhere, or one at the start of a text. */
const replaceWord: Mutation = (random, bytes) => {
  const isAnywhere = random() < 0.3
  const isStart = (at: number) => isWordSign(bytes[at]) && (isAnywhere || openingSigns.has(bytes[at - 1] ?? 0))
  let start = upTo(random, bytes.length)
  while (start < bytes.length && !isStart(start)) start++
  let end = start
  while (isWordSign(bytes[end])) end++
  return splice(bytes, start, end, strToU8(randomWord(random)))
}

const mutations: ReadonlyArray<Mutation> = [
  (random, bytes) => {
    const changed = bytes.slice()
    for (let left = 1 + upTo(random, 3); left > 0; left--) changed[upTo(random, bytes.length)] = randomByte(random)
    return changed
  },
  (random, bytes) => {
    const changed = bytes.slice()
    const at = upTo(random, bytes.length)
    changed[at] = (changed[at] ?? 0) ^ (1 << upTo(random, random() < 0.05 ? 8 : 7))
    return changed
  },
  (random, bytes) => bytes.subarray(0, upTo(random, bytes.length + 1)),
  (random, bytes) => splice(bytes, ...range(random, bytes), new Uint8Array()),
  (random, bytes) => {
    const [start, end] = range(random, bytes)
    const part = bytes.subarray(start, end)
    const times = random() < 0.95 ? 1 : Math.floor(20_000 / (part.length + 1))
    return splice(bytes, start, start, join(...Array.from({ length: times }, () => part)))
  },
  (random, bytes) => {
    const at = upTo(random, bytes.length + 1)
    return splice(bytes, at, at, strToU8(randomTokens(random, 4)))
  },
  (random, bytes) => splice(bytes, ...range(random, bytes), strToU8(randomTokens(random, 3))),
  (random, bytes) => {
    const other = pick(random, models).bytes
    return splice(bytes, ...range(random, bytes), other.subarray(...range(random, other)))
  },
  (random, bytes) => {
    const at = upTo(random, bytes.length + 1)
    const depth = random() < 0.8 ? upTo(random, 10) : upTo(random, 3_000)
    return splice(bytes, at, at, strToU8(randomOpener(random).repeat(depth)))
  },
  (random, bytes) =>
    random() < 0.2 ? encoded(random, bytes) : splice(bytes, ...range(random, bytes), strToU8(randomToken(random)))
]

/** The text in another encoding, with and without its mark. */
const encoded: Mutation = (random, bytes) => {
  const text = strFromU8(bytes)
  const mark = random() < 0.7 ? "\ufeff" : ""
  const kind = upTo(random, 6)
  if (kind === 0) return strToU8(`\ufeff${text}`)
  if (kind === 1) return strToU8(text, true)
  const units = Buffer.from(mark + text, "utf16le")
  return new Uint8Array(kind < 4 ? units : units.subarray(0, units.length & ~1).swap16())
}
