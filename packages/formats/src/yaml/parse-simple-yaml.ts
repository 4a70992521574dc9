import { formatLimits, valuesMaxOf } from "../limits.ts"
import type { ReplacedMember, TreeMember, TreeNode } from "../tree/tree-node.ts"
import { plainScalar } from "./plain-scalar.ts"

/**
 * The document of a file as nearly all are: maps of texts on one line, and lists of these. Null = the file has anything else,
 * mistakes included: then the library decides, which takes several times as long. A test compares the two.
 */
export const parseSimpleYaml = (text: string): TreeNode | null => {
  if (unusual.test(text)) return null
  const lines: Lines = { text, at: 0, valuesLeft: valuesMaxOf(text.length), maps: [], pending: null, list: null }
  for (let isFirst = true; lines.at < text.length; ) {
    if (match(emptyLine, lines) !== null) continue
    const isMark = isFirst && match(startOfDocument, lines) !== null
    isFirst = false
    if (!isMark && !readLine(lines)) return null
    if (lines.valuesLeft < 0 || lines.maps.length > depthMax) return null
  }
  endPending(lines)
  return lines.maps[0]?.node ?? null
}

/** Tabs and other control characters, byte order marks, and carriage returns that end no line. */
const unusual = /[^\n\r\u0020-\u007e\u0080-\ufefe\uff00-\uffff]|\r(?!\n)/

interface Lines {
  readonly text: string
  /** Start of the next line. */
  at: number
  valuesLeft: number
  /** From the root to the one that entries were added to. */
  readonly maps: Array<MapInProgress>
  /** A name whose value did not come yet. */
  pending: { readonly name: string; readonly nameOffset: number; readonly valueOffset: number } | null
  /** The list that the last item was added to. */
  list: { readonly indent: number; readonly items: Array<TreeNode> } | null
}

interface MapInProgress {
  readonly indent: number
  readonly node: {
    readonly kind: "object"
    readonly members: Map<string, TreeMember>
    replaced?: Array<ReplacedMember>
    readonly offset: number
  }
}

const emptyLine = / *(?:#[^\r\n]*)?(?:\r?\n|$)/y
const startOfDocument = /---\r?\n/y
const entry = /( *)(?:([A-Za-z0-9_][\w./-]*)|"([^"\\\r\n]*)"|'([^'\r\n]*)'):(?: +([^\r\n]*))?(?:\r?\n|$)/y
const item = /( *)- +([^\r\n]+)(?:\r?\n|$)/y

/** Goes behind the line when the pattern matches it. */
const match = (line: RegExp, lines: Lines): RegExpExecArray | null => {
  line.lastIndex = lines.at
  const found = line.exec(lines.text)
  if (found !== null) lines.at = line.lastIndex
  return found
}

/** False = the line is neither an entry of a map nor an item of a list, or not a simple one. */
const readLine = (lines: Lines): boolean => {
  const start = lines.at
  const foundEntry = match(entry, lines)
  if (foundEntry !== null) return addEntry(lines, start, foundEntry)
  const foundItem = match(item, lines)
  return foundItem !== null && addItem(lines, start, foundItem)
}

const addEntry = (lines: Lines, start: number, found: RegExpExecArray): boolean => {
  const [line, { length: indent } = "", word, doubleQuoted, singleQuoted, rest = ""] = found
  const name = word ?? doubleQuoted ?? singleQuoted ?? ""
  if (name.length > nameMaxUtf16Units || (word !== undefined && plainScalar(word, 0).kind === "null")) return false
  const map = mapAt(lines, indent, start + indent)
  if (map === null) return false
  lines.list = null
  const valueOffset = start + line.lastIndexOf(rest)
  if (rest === "" || rest.startsWith("#")) {
    lines.pending = { name, nameOffset: start + indent, valueOffset }
    return true
  }
  const value = parseScalar(rest, valueOffset)
  if (value === null) return false
  setMember(lines, map, name, { value, nameOffset: start + indent })
  return true
}

const addItem = (lines: Lines, start: number, found: RegExpExecArray): boolean => {
  const [line, { length: indent } = "", rest = ""] = found
  const map = lines.maps.at(-1)
  const { pending } = lines
  if (pending !== null && map !== undefined && indent >= map.indent) {
    const items: Array<TreeNode> = []
    lines.pending = null
    lines.list = { indent, items }
    const value = { kind: "array", items, offset: start + indent } as const
    setMember(lines, map, pending.name, { value, nameOffset: pending.nameOffset })
  }
  const value = parseScalar(rest, start + line.lastIndexOf(rest))
  if (value === null || lines.list?.indent !== indent) return false
  lines.list.items.push(value)
  lines.valuesLeft--
  return true
}

/** The map that an entry of the indentation belongs to; null = there is none. */
const mapAt = (lines: Lines, indent: number, offset: number): MapInProgress | null => {
  const { maps, pending } = lines
  const parent = maps.at(-1)
  if (parent === undefined || (pending !== null && indent > parent.indent)) {
    const map: MapInProgress = { indent, node: { kind: "object", members: new Map(), offset } }
    if (parent !== undefined && pending !== null) {
      setMember(lines, parent, pending.name, { value: map.node, nameOffset: pending.nameOffset })
    }
    lines.pending = null
    maps.push(map)
    return map
  }
  endPending(lines)
  while ((maps.at(-1)?.indent ?? 0) > indent) maps.pop()
  const map = maps.at(-1)
  return map?.indent === indent ? map : null
}

/** A name without a value has none. */
const endPending = (lines: Lines): void => {
  const { pending } = lines
  const map = lines.maps.at(-1)
  if (pending === null || map === undefined) return
  lines.pending = null
  const value = { kind: "null", offset: pending.valueOffset } as const
  setMember(lines, map, pending.name, { value, nameOffset: pending.nameOffset })
}

const setMember = (lines: Lines, { node }: MapInProgress, name: string, member: TreeMember): void => {
  lines.valuesLeft--
  const earlier = node.members.get(name)
  if (earlier !== undefined) {
    node.replaced ??= []
    node.replaced.push({ name, ...earlier })
  }
  node.members.set(name, member)
}

/** The rest of a line; null = it is no simple text. */
const parseScalar = (rest: string, offset: number): TreeNode | null => {
  if (rest.startsWith('"') || rest.startsWith("'")) {
    const quoted = rest.startsWith('"') ? readDoubleQuoted(rest) : readSingleQuoted(rest)
    return quoted !== null && endsHere.test(rest.slice(quoted.end)) ? { kind: "text", text: quoted.text, offset } : null
  }
  if (!startOfPlain.test(rest)) return null
  const commentAt = rest.indexOf(" #")
  let end = commentAt === -1 ? rest.length : commentAt
  while (rest.charCodeAt(end - 1) === space) end--
  const plain = rest.slice(0, end)
  return plain.includes(": ") || plain.endsWith(":") ? null : plainScalar(plain, offset)
}

/** Signs that mean something at the start are left to the library, also where they mean nothing. */
const startOfPlain = /^[^\s?:,[\]{}#&*!|>'"%@`-]/

/** Behind a text in quotes: nothing but a comment. */
const endsHere = /^ *(?:$| #)/

const space = 32

interface QuotedText {
  readonly text: string
  /** Behind the closing quote. */
  readonly end: number
}

/** Null = it goes on in the next line, or has an escape that is not simple. */
const readDoubleQuoted = (rest: string): QuotedText | null => {
  let text = ""
  for (let start = 1; ; ) {
    plainQuoted.lastIndex = start
    plainQuoted.test(rest)
    const end = plainQuoted.lastIndex
    text += rest.slice(start, end)
    if (rest[end] === '"') return { text, end: end + 1 }
    const escaped = escapes.get(rest[end + 1] ?? "")
    if (escaped === undefined) return null
    text += escaped
    start = end + 2
  }
}

const plainQuoted = /[^"\\]*/y

const readSingleQuoted = (rest: string): QuotedText | null => {
  let end = rest.indexOf("'", 1)
  while (rest[end + 1] === "'" && end !== -1) end = rest.indexOf("'", end + 2)
  return end === -1 ? null : { text: rest.slice(1, end).replaceAll("''", "'"), end: end + 1 }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"]
])

/** The library allows 1,024. */
const nameMaxUtf16Units = 1_000
const depthMax = formatLimits.nestingDepthMax - 10
