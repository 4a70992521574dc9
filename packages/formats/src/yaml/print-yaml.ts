import type { TreeList, TreeNode, TreeObject } from "../tree/tree-node.ts"
import { isBlockText, printKey, printQuoted } from "./print-scalar.ts"

/**
 * A document as YAML text: no document marker, texts in double quotes or, of several lines, as literal blocks; lists
 * are not indented; no line is folded.
 * Source: docs/reference/import.md#writing-nested-files.
 */
export const printYaml = (root: TreeNode): string => {
  const parts: Array<string> = []
  if (root.kind === "object" && root.members.size > 0) printMembers(root, "", "", parts)
  else if (root.kind === "array" && root.items.length > 0) printItems(root, "", "", parts)
  else parts.push(emptyCollection(root), "\n")
  return parts.join("")
}

/** `lineStart`: the spaces of the level. The first line may have something before it already. */
const printMembers = (
  { members }: TreeObject,
  lineStart: string,
  firstLineStart: string,
  parts: Array<string>
): void => {
  let start = firstLineStart
  for (const [name, { value }] of members) {
    const key = printKey(name)
    if (key.length > implicitKeyMaxUtf16Units) parts.push(start, "? ", key, "\n", lineStart, ":")
    else parts.push(start, key, ":")
    if (value.kind === "object" && value.members.size > 0) {
      parts.push("\n")
      printMembers(value, `${lineStart}  `, `${lineStart}  `, parts)
    } else if (value.kind === "array" && value.items.length > 0) {
      parts.push("\n")
      printItems(value, lineStart, lineStart, parts)
    } else {
      parts.push(" ")
      printScalar(value, lineStart, parts)
    }
    start = lineStart
  }
}

/** A longer name is introduced by `?`. YAML 1.2.2, 7.4.2 allows 1024 characters. */
const implicitKeyMaxUtf16Units = 1_000

const printItems = ({ items }: TreeList, lineStart: string, firstLineStart: string, parts: Array<string>): void => {
  let start = firstLineStart
  for (const item of items) {
    parts.push(start, "- ")
    if (item.kind === "object" && item.members.size > 0) printMembers(item, `${lineStart}  `, "", parts)
    else if (item.kind === "array" && item.items.length > 0) printItems(item, `${lineStart}  `, "", parts)
    else printScalar(item, lineStart, parts)
    start = lineStart
  }
}

/** With the line end behind it. */
const printScalar = (node: TreeNode, lineStart: string, parts: Array<string>): void => {
  if (node.kind !== "text" && node.kind !== "scalar") parts.push(emptyCollection(node), "\n")
  else if (isBlockText(node.text)) printBlock(node.text, `${lineStart}  `, parts)
  else parts.push(printQuoted(node.text), "\n")
}

const emptyCollection = (node: TreeNode): string => {
  if (node.kind === "object") return "{}"
  return node.kind === "array" ? "[]" : "null"
}

/** The indicator defines which line ends at the end belong to the text. */
const printBlock = (text: string, lineStart: string, parts: Array<string>): void => {
  const endsLine = text.endsWith("\n")
  parts.push(text.endsWith("\n\n") ? "|+\n" : endsLine ? "|\n" : "|-\n")
  const lines = (endsLine ? text.slice(0, -1) : text).split("\n")
  for (const line of lines) parts.push(line === "" ? "\n" : `${lineStart}${line}\n`)
}
