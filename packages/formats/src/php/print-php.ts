import { LongText } from "../long-text.ts"
import type { TreeNode } from "../tree/tree-node.ts"
import { printPhpText } from "./php-text.ts"

/** A document as a file of PHP that returns it, as Laravel's are written: four spaces for each level, a comma behind each value. */
export const printPhp = (root: TreeNode): string => {
  const content = new LongText()
  content.add("<?php\n\nreturn ")
  printNode(root, "\n", content)
  content.add(";\n")
  return content.finish()
}

/** `lineStart`: the line end with the spaces of the level the node is on. */
const printNode = (node: TreeNode, lineStart: string, content: LongText): void => {
  if (node.kind === "null") content.add("null")
  else if (node.kind !== "array" && node.kind !== "object") content.add(printPhpText(node.text))
  else {
    const elementStart = `${lineStart}    `
    content.add("[")
    if (node.kind === "array") {
      for (const item of node.items) {
        content.add(elementStart)
        printNode(item, elementStart, content)
        content.add(",")
      }
    } else {
      for (const [name, { value }] of node.members) {
        content.add(`${elementStart}${printPhpText(name)} => `)
        printNode(value, elementStart, content)
        content.add(",")
      }
    }
    const isEmpty = node.kind === "array" ? node.items.length === 0 : node.members.size === 0
    content.add(isEmpty ? "]" : `${lineStart}]`)
  }
}
