import { LongText } from "../long-text.ts"
import type { TreeList, TreeNode, TreeObject } from "../tree/tree-node.ts"
import { isBlockText, printKey, printQuoted } from "./print-scalar.ts"

/**
 * A document as YAML text: no document marker, texts in double quotes or, of several lines, as literal blocks; lists
 * are not indented; no line is folded.
 * Source: docs/reference/import.md#writing-nested-files.
 */
export const printYaml = (root: TreeNode): string => {
  const content = new LongText()
  if (root.kind === "object" && root.members.size > 0) printMembers(root, "", "", content)
  else if (root.kind === "array" && root.items.length > 0) printItems(root, "", "", content)
  else content.add(`${emptyCollection(root)}\n`)
  return content.finish()
}

/** `lineStart`: the spaces of the level. The first line may have something before it already. */
const printMembers = ({ members }: TreeObject, lineStart: string, firstLineStart: string, content: LongText): void => {
  let start = firstLineStart
  for (const [name, { value }] of members) {
    const key = printKey(name)
    content.add(key.length > implicitKeyMaxUtf16Units ? `${start}? ${key}\n${lineStart}:` : `${start}${key}:`)
    if (value.kind === "object" && value.members.size > 0) {
      content.add("\n")
      printMembers(value, `${lineStart}  `, `${lineStart}  `, content)
    } else if (value.kind === "array" && value.items.length > 0) {
      content.add("\n")
      printItems(value, lineStart, lineStart, content)
    } else {
      content.add(" ")
      printScalar(value, lineStart, content)
    }
    start = lineStart
  }
}

/** A longer name is introduced by `?`. YAML 1.2.2, 7.4.2 allows 1024 characters. */
const implicitKeyMaxUtf16Units = 1_000

const printItems = ({ items }: TreeList, lineStart: string, firstLineStart: string, content: LongText): void => {
  let start = firstLineStart
  for (const item of items) {
    content.add(`${start}- `)
    if (item.kind === "object" && item.members.size > 0) printMembers(item, `${lineStart}  `, "", content)
    else if (item.kind === "array" && item.items.length > 0) printItems(item, `${lineStart}  `, "", content)
    else printScalar(item, lineStart, content)
    start = lineStart
  }
}

/** Prints a scalar with the line end behind it. */
const printScalar = (node: TreeNode, lineStart: string, content: LongText): void => {
  if (node.kind !== "text" && node.kind !== "scalar") content.add(`${emptyCollection(node)}\n`)
  else if (isBlockText(node.text)) printBlock(node.text, `${lineStart}  `, content)
  else content.add(`${printQuoted(node.text)}\n`)
}

const emptyCollection = (node: TreeNode): string => {
  if (node.kind === "object") return "{}"
  return node.kind === "array" ? "[]" : "null"
}

/** The indicator defines which line ends at the end belong to the text. */
const printBlock = (text: string, lineStart: string, content: LongText): void => {
  const endsLine = text.endsWith("\n")
  content.add(text.endsWith("\n\n") ? "|+\n" : endsLine ? "|\n" : "|-\n")
  const lines = (endsLine ? text.slice(0, -1) : text).split("\n")
  for (const line of lines) content.add(line === "" ? "\n" : `${lineStart}${line}\n`)
}
