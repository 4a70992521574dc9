import type { JsonArray, JsonNode, JsonObject } from "../json/json-node.ts"
import { isBlockText, printKey, printQuoted } from "./print-scalar.ts"

/**
 * A document as YAML text: no document marker, texts in double quotes or, of several lines, as literal blocks; lists
 * are not indented; no line is folded.
 * Source: docs/reference/import.md#writing-nested-files.
 */
export const printYaml = (root: JsonNode): string => {
  const pieces: Array<string> = []
  if (root.kind === "object" && root.members.size > 0) printMembers(root, "", "", pieces)
  else if (root.kind === "array" && root.items.length > 0) printItems(root, "", "", pieces)
  else pieces.push(emptyCollection(root), "\n")
  return pieces.join("")
}

/** `lineStart`: the spaces of the level. The first line may have something before it already. */
const printMembers = (
  { members }: JsonObject,
  lineStart: string,
  firstLineStart: string,
  pieces: Array<string>
): void => {
  let start = firstLineStart
  for (const [name, { value }] of members) {
    const key = printKey(name)
    if (key.length > implicitKeyMaxUtf16Units) pieces.push(start, "? ", key, "\n", lineStart, ":")
    else pieces.push(start, key, ":")
    if (value.kind === "object" && value.members.size > 0) {
      pieces.push("\n")
      printMembers(value, `${lineStart}  `, `${lineStart}  `, pieces)
    } else if (value.kind === "array" && value.items.length > 0) {
      pieces.push("\n")
      printItems(value, lineStart, lineStart, pieces)
    } else {
      pieces.push(" ")
      printScalar(value, lineStart, pieces)
    }
    start = lineStart
  }
}

/** A longer name is introduced by `?`. YAML 1.2.2, 7.4.2 allows 1024 characters. */
const implicitKeyMaxUtf16Units = 1_000

const printItems = ({ items }: JsonArray, lineStart: string, firstLineStart: string, pieces: Array<string>): void => {
  let start = firstLineStart
  for (const item of items) {
    pieces.push(start, "- ")
    if (item.kind === "object" && item.members.size > 0) printMembers(item, `${lineStart}  `, "", pieces)
    else if (item.kind === "array" && item.items.length > 0) printItems(item, `${lineStart}  `, "", pieces)
    else printScalar(item, lineStart, pieces)
    start = lineStart
  }
}

/** With the line end behind it. */
const printScalar = (node: JsonNode, lineStart: string, pieces: Array<string>): void => {
  if (node.kind !== "text" && node.kind !== "scalar") pieces.push(emptyCollection(node), "\n")
  else if (isBlockText(node.text)) printBlock(node.text, `${lineStart}  `, pieces)
  else pieces.push(printQuoted(node.text), "\n")
}

const emptyCollection = (node: JsonNode): string => {
  if (node.kind === "object") return "{}"
  return node.kind === "array" ? "[]" : "null"
}

/** The indicator tells which of the line ends at the end belong to the text. */
const printBlock = (text: string, lineStart: string, pieces: Array<string>): void => {
  const endsLine = text.endsWith("\n")
  pieces.push(text.endsWith("\n\n") ? "|+\n" : endsLine ? "|\n" : "|-\n")
  const lines = (endsLine ? text.slice(0, -1) : text).split("\n")
  for (const line of lines) pieces.push(line === "" ? "\n" : `${lineStart}${line}\n`)
}
