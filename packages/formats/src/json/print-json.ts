import type { TreeNode } from "../tree/tree-node.ts"

/**
 * A document as JSON text: two spaces for each level, lists on one line, no line end behind it.
 * Source: docs/reference/import.md#writing-nested-files.
 */
export const printJson = (root: TreeNode): string => {
  const parts: Array<string> = []
  printNode(root, "\n", parts)
  return parts.join("")
}

/** `lineStart`: the line end with the spaces of the level the node is on. */
const printNode = (node: TreeNode, lineStart: string, parts: Array<string>): void => {
  switch (node.kind) {
    case "null":
      parts.push("null")
      return
    case "text":
    case "scalar":
      parts.push(JSON.stringify(node.text))
      return
    case "array": {
      let separator = "[ "
      for (const item of node.items) {
        parts.push(separator)
        printNode(item, lineStart, parts)
        separator = ", "
      }
      parts.push(node.items.length === 0 ? "[ ]" : " ]")
      return
    }
    case "object": {
      const memberStart = `${lineStart}  `
      let separator = "{"
      for (const [name, { value }] of node.members) {
        parts.push(separator, memberStart, JSON.stringify(name), ": ")
        printNode(value, memberStart, parts)
        separator = ","
      }
      parts.push(node.members.size === 0 ? "{ }" : `${lineStart}}`)
    }
  }
}
