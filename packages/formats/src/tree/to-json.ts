import type { Json } from "@dragoman/domain/error"
import type { TreeNode } from "./tree-node.ts"

/** The node as a value; names are own properties, whatever they are. */
export const toJson = (node: TreeNode): Json => {
  switch (node.kind) {
    case "null":
      return null
    case "text":
      return node.text
    case "scalar":
      return node.text === "true" || node.text === "false" ? node.text === "true" : Number(node.text)
    case "array":
      return node.items.map(toJson)
    case "object":
      return Object.fromEntries([...node.members].map(([name, { value }]) => [name, toJson(value)]))
  }
}
