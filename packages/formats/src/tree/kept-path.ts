import type { Json } from "@dragoman/domain/error"
import { formatLimits } from "../limits.ts"
import { joinSteps, type PathOptions, type PathStep } from "./key-path.ts"
import type { TreeNode } from "./tree-node.ts"

/** Custom value of a key: where it stands in its file, when its name alone does not say it. Source: docs/formats.md#json. */
export const nestedPathCustomValue = "_nestedPath"

/** Where an import found the key; null = nowhere else than its name says, or not at all by these options. */
export const keptPath = (
  keyName: string,
  customValues: Readonly<Record<string, Json>>,
  { delimiter, supportArrays }: PathOptions
): ReadonlyArray<PathStep> | null => {
  const kept = customValues[nestedPathCustomValue]
  if (delimiter === null || !Array.isArray(kept) || kept.length === 0 || kept.length > pathLengthMax) return null
  const steps = kept.filter((step): step is PathStep => typeof step === "string" || isIndex(step))
  if (steps.length !== kept.length || joinSteps(steps, delimiter) !== keyName) return null
  return supportArrays ? steps : withoutIndexes(steps)
}

/** Leaves room for the language above and the forms of a plural below. */
const pathLengthMax = formatLimits.nestingDepthMax - 2

const indexMax = 999_999_999

const isIndex = (step: unknown): step is number =>
  Number.isInteger(step) && Number(step) >= 0 && Number(step) <= indexMax

/** Indexes belong to the names in front of them where there are no lists. */
const withoutIndexes = (steps: ReadonlyArray<PathStep>): ReadonlyArray<PathStep> => {
  const names: Array<string> = []
  for (const step of steps) {
    if (typeof step === "string") names.push(step)
    else names.push(`${names.pop() ?? ""}[${step}]`)
  }
  return names
}

/**
 * Decides about names that hold the delimiter: `kept`: their paths are kept, because the document has levels beside them, or because
 * some are texts (`One. Two`) and no paths; `split`: the document is flat, and an export makes levels of them; `none`: there are none.
 */
export const delimitersInNames = (
  root: TreeNode,
  delimiter: string
): { readonly kind: "kept" | "none" } | { readonly kind: "split"; readonly offset: number } => {
  let hasLevels = root.kind === "array"
  let hasTexts = false
  let firstOffset: number | null = null
  const look = (node: TreeNode): void => {
    if (node.kind === "array") for (const item of node.items) look(item)
    if (node.kind !== "object") return
    for (const [name, { value, nameOffset }] of node.members) {
      if (name.includes(delimiter)) {
        firstOffset ??= nameOffset
        hasTexts ||= /\s/.test(name) || name.split(delimiter).includes("")
      }
      if (value.kind !== "object" && value.kind !== "array") continue
      hasLevels = true
      look(value)
    }
  }
  look(root)
  if (firstOffset === null) return { kind: "none" }
  return hasLevels || hasTexts ? { kind: "kept" } : { kind: "split", offset: firstOffset }
}
