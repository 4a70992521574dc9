import { readdirSync } from "node:fs"
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"
import { importFormatNames, supportedExtensions } from "../../registry.ts"
import { goldenCases } from "../golden-cases.ts"
import { seededRandom } from "../seeded-random.ts"

/** A file that no honest program wrote, and how it is read. */
export interface HostileFile {
  readonly bytes: Uint8Array
  readonly path: string
  /** Null = the path decides. */
  readonly format: string | null
  readonly icuPlaceholders: boolean
  readonly convertPlaceholders: boolean
  readonly structureDelimiter: string
}

/** The same file for the same seed: a mutated golden file, tokens of syntaxes, random bytes, or an archive of such files. */
export const makeHostileFile = (seed: number): HostileFile => {
  const random = seededRandom(seed)
  const model = pick(random, models)
  const kind = random()
  const bytes =
    kind < 0.03
      ? randomBytes(random, 200)
      : kind < 0.1
        ? strToU8(randomTokens(random, 60))
        : isWorkbook(model.path) && kind < 0.9
          ? mutateParts(random, model.bytes)
          : mutate(random, model.bytes)
  const isArchive = random() < 0.03
  const path = isArchive
    ? "all.zip"
    : random() < 0.05
      ? `en.${pick(random, [...supportedExtensions, "zip"])}`
      : model.path
  return {
    bytes: isArchive ? archiveOf(random, model.path, bytes) : bytes,
    path,
    format: isArchive || random() > 0.1 ? null : pick(random, importFormatNames),
    icuPlaceholders: random() < 0.8,
    convertPlaceholders: random() < 0.9,
    structureDelimiter: pick(random, [".", ".", ".", "", "/"])
  }
}

/** A larger one: a part of a golden file, mutated at places, again and again up to the size. */
export const makeLargeHostileFile = (seed: number, bytesMax: number): HostileFile => {
  const random = seededRandom(seed)
  const small = { ...makeHostileFile(seed), format: null }
  const model = pick(random, models)
  if (isWorkbook(model.path)) {
    const parts = unzipParts(model.bytes)
    const name = pick(random, Object.keys(parts))
    const part = parts[name] ?? new Uint8Array()
    const packed = zipSync({ ...parts, [name]: repeated(random, part, bytesMax) }, { level: 1 })
    return { ...small, bytes: packed, path: model.path }
  }
  return { ...small, bytes: repeated(random, model.bytes, bytesMax), path: model.path }
}

interface Model {
  readonly path: string
  readonly bytes: Uint8Array
}

const sources = new URL("../../", import.meta.url)

/** What readers are tested with. */
const models: ReadonlyArray<Model> = readdirSync(sources)
  .sort()
  .flatMap((folder) => {
    const place = new URL(`${folder}/`, sources)
    const hasCases = !folder.includes(".") && readdirSync(place).includes("golden")
    return hasCases ? goldenCases(new URL("golden/", place)) : []
  })
  .map(({ bytes, options }) => ({ path: options.path.replace(/qtts$/, "ts"), bytes }))
  .filter(({ bytes }) => bytes.length < 20_000)

const isWorkbook = (path: string): boolean => path.endsWith(".xlsx")

const pick = <A>(random: () => number, values: ReadonlyArray<A>): A => values[upTo(random, values.length)] as A

/** A whole number from 0, below the given one. */
const upTo = (random: () => number, end: number): number => Math.floor(random() * end)

const randomBytes = (random: () => number, lengthMax: number): Uint8Array =>
  Uint8Array.from({ length: upTo(random, lengthMax) }, () => upTo(random, 256))

/** Of all syntaxes; the last ones are names that objects have from their prototype, and numbers at the limits. */
const tokens = [
  ..."\"'{}[]():,;=\\#|<>&*!?%@$~`-+. \n\r\t",
  ...["\u0085", "\u2028", "\ufeff", "😀", "é"],
  ...[
    "msgid ",
    "msgid_plural ",
    "msgstr ",
    "msgstr[0] ",
    'msgctxt "',
    "#~ ",
    "#, fuzzy\n",
    '"Plural-Forms: nplurals=9;'
  ],
  ...["<a>", "</a>", "<a/>", "<![CDATA[", "]]>", "<!--", "-->", "<?xml ", "<!DOCTYPE a [", '<!ENTITY a "b">', "&a;"],
  ...[
    "&#0;",
    "&#x110000;",
    "<source>",
    "</target>",
    "<trans-unit id='a'>",
    "<note>",
    "<plurals name='a'>",
    "xml:lang="
  ],
  ...["<?php return [", "array(", "=>", "<<<A\n", "'.'", "...$a", "{$a}", "//", "/*", "*/", "?>"],
  ...["{n, plural, ", "one {", "other {", "=0 {", "offset:1 ", "{n, select, ", "{0}", "#", "''", "'{'"],
  ...["%s", "%1$s", "%(a)s", "%{a}", "{{a}}", "$t(a)", "%%", "%99999999999s", ":name", "$1", "$NAME$", "|", "[1,*]"],
  ...[
    "- ",
    "? ",
    "&a ",
    "*a",
    "<<: ",
    "!!binary ",
    "--- ",
    "...",
    "|\n  ",
    ">-\n",
    "%YAML 1.2\n",
    "{ $a ->\n *[b] c\n}"
  ],
  ...["\\u0041", "\\ud800", "\\u0000", "\\x", "\\U1", "_x0000_", "\\\n"],
  ...[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "[0]",
    "[4294967295]",
    "[-1]",
    "a.b",
    "a[0].b"
  ],
  ...["1e400", "-0", "9007199254740993", "0x1F", "true", "null", "NaN"]
]

const openers = [
  "{",
  "[",
  '{"a":',
  "<a>",
  "(",
  "- ",
  "? ",
  "a: ",
  "{n, plural, other {",
  "[",
  "{ $a ->\n *[b] ",
  "&a [*a, "
]

const randomTokens = (random: () => number, countMax: number): string =>
  Array.from({ length: upTo(random, countMax) }, () => pick(random, tokens)).join("")

/** One to four changes. */
const mutate = (random: () => number, original: Uint8Array): Uint8Array => {
  let bytes = original
  for (let left = 1 + Math.floor(random() * random() * 4); left > 0; left--)
    bytes = pick(random, mutations)(random, bytes)
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
const splice = (bytes: Uint8Array, start: number, end: number, inserted: Uint8Array): Uint8Array =>
  join(bytes.subarray(0, start), inserted, bytes.subarray(end))

const range = (random: () => number, { length }: Uint8Array): readonly [start: number, end: number] => {
  const start = upTo(random, length + 1)
  return [start, Math.min(length, start + upTo(random, random() < 0.8 ? 20 : length + 1))]
}

/** Mostly ASCII: a file that is no UTF-8 is refused before anything of it is parsed. */
const randomByte = (random: () => number): number => upTo(random, random() < 0.05 ? 256 : 128)

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
    return splice(bytes, at, at, strToU8(pick(random, openers).repeat(depth)))
  },
  (random, bytes) =>
    random() < 0.2 ? encoded(random, bytes) : splice(bytes, ...range(random, bytes), strToU8(pick(random, tokens)))
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

/** Empty when the workbook is no archive. */
const unzipParts = (bytes: Uint8Array): Record<string, Uint8Array> => {
  try {
    return unzipSync(bytes)
  } catch {
    return { "xl/workbook.xml": bytes }
  }
}

const mutateParts = (random: () => number, bytes: Uint8Array): Uint8Array => {
  const parts = unzipParts(bytes)
  const name = pick(random, Object.keys(parts)) ?? "xl/workbook.xml"
  return zipSync({ ...parts, [name]: mutate(random, parts[name] ?? new Uint8Array()) }, { level: 0 })
}

const archiveOf = (random: () => number, path: string, bytes: Uint8Array): Uint8Array => {
  const other = pick(random, models)
  const inner = {
    [path]: bytes,
    [pick(random, ["", "../", "a/", "__proto__/", ".hidden/", "__MACOSX/"]) + other.path]: other.bytes
  }
  const packed = zipSync(random() < 0.2 ? { "inner.zip": zipSync(inner) } : inner)
  return random() < 0.5 ? packed : mutate(random, packed)
}

const repeated = (random: () => number, bytes: Uint8Array, bytesMax: number): Uint8Array => {
  const [start, end] = random() < 0.3 ? [0, bytes.length] : range(random, bytes)
  const part = end > start ? bytes.subarray(start, end) : strToU8(pick(random, tokens))
  const block = random() < 0.5 ? part : mutate(random, part)
  const times = Math.floor(bytesMax / Math.max(1, block.length))
  const whole = new Uint8Array(times * block.length)
  for (let index = 0; index < times; index++) whole.set(block, index * block.length)
  return splice(bytes, start, start, whole)
}
