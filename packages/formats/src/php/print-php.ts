import type { TreeNode } from "../tree/tree-node.ts"
import { printPhpText } from "./php-text.ts"

/** A document as a file of PHP that returns it, as Laravel's are written: four spaces for each level, a comma behind each value. */
export const printPhp = (root: TreeNode): string => {
  const parts = ["<?php\n\nreturn "]
  printNode(root, "\n", parts)
  parts.push(";\n")
  return parts.join("")
}

/** `lineStart`: the line end with the spaces of the level the node is on. */
const printNode = (node: TreeNode, lineStart: string, parts: Array<string>): void => {
  if (node.kind === "null") parts.push("null")
  else if (node.kind !== "array" && node.kind !== "object") parts.push(printPhpText(node.text))
  else {
    const elementStart = `${lineStart}    `
    parts.push("[")
    const startLength = parts.length
    if (node.kind === "array") {
      for (const item of node.items) {
        parts.push(elementStart)
        printNode(item, elementStart, parts)
        parts.push(",")
      }
    } else {
      for (const [name, { value }] of node.members) {
        parts.push(elementStart, printPhpText(name), " => ")
        printNode(value, elementStart, parts)
        parts.push(",")
      }
    }
    parts.push(parts.length === startLength ? "]" : `${lineStart}]`)
  }
}
