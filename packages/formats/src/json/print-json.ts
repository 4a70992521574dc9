import { LongText } from "../long-text.ts"
import type { TreeNode } from "../tree/tree-node.ts"

/**
 * A document as JSON text: two spaces for each level, lists on one line, no line end behind it.
 * Source: docs/reference/import.md#writing-nested-files.
 */
export const printJson = (root: TreeNode): string => {
  const content = new LongText()
  printNode(root, "\n", content)
  return content.finish()
}

/** `lineStart`: the line end with the spaces of the level the node is on. */
const printNode = (node: TreeNode, lineStart: string, content: LongText): void => {
  switch (node.kind) {
    case "null":
      content.add("null")
      return
    case "text":
    case "scalar":
      content.add(JSON.stringify(node.text))
      return
    case "array": {
      let separator = "[ "
      for (const item of node.items) {
        content.add(separator)
        printNode(item, lineStart, content)
        separator = ", "
      }
      content.add(node.items.length === 0 ? "[ ]" : " ]")
      return
    }
    case "object": {
      const memberStart = `${lineStart}  `
      let separator = "{"
      for (const [name, { value }] of node.members) {
        content.add(`${separator}${memberStart}${JSON.stringify(name)}: `)
        printNode(value, memberStart, content)
        separator = ","
      }
      content.add(node.members.size === 0 ? "{ }" : `${lineStart}}`)
    }
  }
}
