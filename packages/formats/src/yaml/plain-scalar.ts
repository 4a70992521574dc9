import type { TreeNode } from "../tree/tree-node.ts"

/** Decides the type of a plain scalar by the core schema of YAML 1.2. */
export const plainScalar = (text: string, offset: number): TreeNode => {
  if (nullPattern.test(text)) return { kind: "null", offset }
  return { kind: scalarPattern.test(text) ? "scalar" : "text", text, offset }
}

const nullPattern = /^(?:|~|null|Null|NULL)$/
const scalarPattern =
  /^(?:true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/
