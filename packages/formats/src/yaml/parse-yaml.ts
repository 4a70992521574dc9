import { type Alias, isAlias, isMap, isPair, isScalar, type ParsedNode, type Scalar, type YAMLMap } from "yaml"
import { formatLimits, tooDeepSentence } from "../limits.ts"
import type { ReplacedMember, TreeMember, TreeNode, TreeObject } from "../tree/tree-node.ts"
import { composeYaml, type YamlError, yamlError } from "./compose-yaml.ts"
import { parseSimpleYaml } from "./parse-simple-yaml.ts"
import { plainScalar } from "./plain-scalar.ts"

/** The first document of a file. */
export interface YamlDocument {
  readonly kind: "document"
  /** Null = the file has no document. */
  readonly root: TreeNode | null
  /** Keys that are no texts, in file order: they were left out with all below them. */
  readonly recordedKeys: ReadonlyArray<SkippedKey>
  /** Where another document with content begins; null = there is none. */
  readonly nextDocumentOffset: number | null
}

export interface SkippedKey {
  /** The key as the file spells it. */
  readonly text: string
  /** Among the keys of its map, from 0. */
  readonly index: number
  readonly offset: number
}

/**
 * Parses the first document of a YAML 1.2 file. Texts are as spelled in the file: `1.50`, `no` and dates stay as they
 * are. An alias is the node that it names. Linear in the length: nesting, tokens and the expansion of aliases are
 * bounded.
 * Source: docs/formats.md#yaml.
 */
export const parseYaml = (text: string): YamlDocument | YamlError => {
  const root = parseSimpleYaml(text)
  if (root === null) return parseAnyYaml(text)
  return root.kind === "error" ? root : { kind: "document", root, recordedKeys: [], nextDocumentOffset: null }
}

/** The same by the library alone. */
export const parseAnyYaml = (text: string): YamlDocument | YamlError => {
  const composed = composeYaml(text)
  if (composed.kind === "error") return composed
  const conversion: Conversion = {
    text,
    anchors: new Map(),
    recordedKeys: [],
    valueCount: 0,
    deepest: 0,
    error: null
  }
  const root = composed.node === null ? null : convertNode(composed.node, 0, conversion)
  const { nextDocumentOffset } = composed
  return conversion.error ?? { kind: "document", root, recordedKeys: conversion.recordedKeys, nextDocumentOffset }
}

interface Conversion {
  readonly text: string
  readonly anchors: Map<string, AnchoredNode>
  readonly recordedKeys: Array<SkippedKey>
  /** Nodes so far, those that aliases repeat counted each time. */
  valueCount: number
  /** Deepest level so far below the anchor that is being converted. */
  deepest: number
  /** The first one; the result does not matter then. */
  error: YamlError | null
}

interface AnchoredNode {
  readonly node: TreeNode
  readonly valueCount: number
  /** Levels of collections, 0 = a scalar. */
  readonly height: number
}

const convertNode = (node: ParsedNode, depth: number, conversion: Conversion): TreeNode => {
  const offset = node.range[0]
  if (isAlias(node)) return convertAlias(node.source, offset, depth, conversion)
  conversion.valueCount++
  if (conversion.valueCount > formatLimits.valuesMax)
    fail(conversion, `The document has more than ${formatLimits.valuesMax} values; split it into several files`, offset)
  if (node.anchor === undefined) return convertContent(node, depth, conversion)

  const { valueCount, deepest } = conversion
  conversion.deepest = depth
  const converted = convertContent(node, depth, conversion)
  conversion.anchors.set(node.anchor, {
    node: converted,
    // With the node itself: a tower of aliases of an empty list takes as long to walk as one of texts.
    valueCount: conversion.valueCount - valueCount + 1,
    height: conversion.deepest - depth
  })
  conversion.deepest = Math.max(conversion.deepest, deepest)
  return converted
}

/** The repeated nodes are shared, not copied: only their number matters for walking the document. */
const convertAlias = (name: string, offset: number, depth: number, conversion: Conversion): TreeNode => {
  const target = conversion.anchors.get(name)
  if (target === undefined) {
    fail(conversion, "An alias names no anchor before it", offset)
    return { kind: "null", offset }
  }
  conversion.valueCount += target.valueCount
  if (conversion.valueCount > formatLimits.valuesMax) {
    const sentence = `The aliases of the document expand to more than ${formatLimits.valuesMax} values; write them out, or fewer`
    fail(conversion, sentence, offset)
  }
  goDown(depth + target.height, offset, conversion)
  return target.node
}

type ContentNode = Exclude<ParsedNode, Alias.Parsed>

const convertContent = (node: ContentNode, depth: number, conversion: Conversion): TreeNode => {
  const offset = node.range[0]
  if (isScalar(node)) return scalarNode(node, offset)
  goDown(depth + 1, offset, conversion)
  if (isMap(node)) return convertMap(node, depth, conversion)
  // Pairs without a map of their own only come from tags, which mean nothing here.
  const items = node.items.filter((item) => !isPair(item)).map((item) => convertNode(item, depth + 1, conversion))
  return { kind: "array", items, offset }
}

const convertMap = (map: YAMLMap.Parsed, depth: number, conversion: Conversion): TreeNode =>
  convertPairs(map.items, map.range[0], depth, conversion)

const convertPairs = (
  pairs: YAMLMap.Parsed["items"],
  offset: number,
  depth: number,
  conversion: Conversion
): TreeObject => {
  const members = new Map<string, TreeMember>()
  let replaced: Array<ReplacedMember> | undefined
  for (const [index, { key, value }] of pairs.entries()) {
    const nameOffset = key.range[0]
    // A key that is no text is converted all the same: it may have anchors that are named later.
    const name = textOf(convertNode(key, depth + 1, conversion))
    if (name === null) {
      const text = conversion.text.slice(nameOffset, key.range[1]).trimEnd()
      conversion.recordedKeys.push({ text, index, offset: nameOffset })
    }
    const converted: TreeNode =
      value === null ? { kind: "null", offset: key.range[1] } : convertNode(value, depth + 1, conversion)
    if (name === null) continue
    const earlier = members.get(name)
    if (earlier !== undefined) {
      replaced ??= []
      replaced.push({ name, ...earlier })
    }
    members.set(name, { value: converted, nameOffset })
  }
  return { kind: "object", members, replaced, offset }
}

/** Null = the key is no text. Numbers and booleans are: every program that reads translations takes them so. */
const textOf = (node: TreeNode): string | null => (node.kind === "text" || node.kind === "scalar" ? node.text : null)

/** Only plain scalars without a tag can be something else than texts. */
const scalarNode = (scalar: Scalar.Parsed, offset: number): TreeNode => {
  const text = scalar.source
  const isText = scalar.type !== "PLAIN" || scalar.tag !== undefined
  return isText ? { kind: "text", text, offset } : plainScalar(text, offset)
}

const goDown = (depth: number, offset: number, conversion: Conversion): void => {
  if (depth > formatLimits.nestingDepthMax) fail(conversion, tooDeepSentence("The document"), offset)
  conversion.deepest = Math.max(conversion.deepest, depth)
}

const fail = (conversion: Conversion, message: string, offset: number): void => {
  conversion.error ??= yamlError(message, offset)
}
