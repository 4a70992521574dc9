import { formatLimits, tooManySentence, valuesMaxOf } from "../limits.ts"
import type { ReplacedMember, TreeMember, TreeNode } from "../tree/tree-node.ts"
import { type YamlError, yamlError } from "./compose-yaml.ts"
import { plainScalar } from "./plain-scalar.ts"
import { readBlockText, readFolded, startsBlockText } from "./simple-block.ts"
import { parseSimpleScalar } from "./simple-scalar.ts"

/**
 * The document of a file as nearly all are: maps of texts, and lists of these, line by line. Null = the file has anything
 * else, mistakes included: then the library decides, which takes several times as long and much more memory. A test
 * compares the two.
 */
export const parseSimpleYaml = (text: string): TreeNode | YamlError | null => {
  if (unusual.test(text)) return null
  const lines: Lines = { text, at: 0, valuesLeft: valuesMaxOf(text.length), maps: [], pending: null, list: null }
  for (let isFirst = true; lines.at < text.length; ) {
    if (match(emptyLine, lines) !== null) continue
    const isMark = isFirst && match(startOfDocument, lines) !== null
    isFirst = false
    if (!isMark && !readLine(lines)) return null
    if (lines.valuesLeft < 0) return yamlError(tooManySentence("values", text.length), lines.at)
    if (lines.maps.length > depthMax) return null
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
  const value = readValue(lines, rest, valueOffset, map.indent)
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
  const value = readValue(lines, rest, start + line.lastIndexOf(rest), indent)
  if (value === null || lines.list?.indent !== indent) return false
  lines.list.items.push(value)
  lines.valuesLeft--
  return true
}

/** The text that begins with the rest of a line, and the lines of it that follow; null = it is not simple. */
const readValue = (lines: Lines, rest: string, offset: number, indent: number): TreeNode | null => {
  if (startsBlockText(rest)) {
    const block = readBlockText(lines.text, lines.at, rest, indent)
    if (block === null) return null
    lines.at = block.end
    return { kind: "text", text: block.text, offset }
  }
  const value = parseSimpleScalar(rest, offset)
  if (value === null || value.kind === "quoted") return value?.node ?? null
  const folded = readFolded(lines.text, lines.at, value.plain, indent)
  if (folded === null) return null
  if (folded.end === lines.at) return plainScalar(value.plain, offset)
  if (value.hasComment) return null
  lines.at = folded.end
  return { kind: "text", text: folded.text, offset }
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

/** The library allows 1,024. */
const nameMaxUtf16Units = 1_000
const depthMax = formatLimits.nestingDepthMax - 10
