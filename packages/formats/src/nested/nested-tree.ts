import { hasTooManyAbsent, joinSteps, type PathStep } from "../tree/key-path.ts"
import type { TreeMember, TreeNode } from "../tree/tree-node.ts"

/** Values in the order of their keys, growing into one document. */
export interface NestedTree {
  /**
   * Puts a value at its place: a text, or the forms of a plural as an object. Where something else is already, its
   * last names become one, which may have a place.
   * Source: docs/reference/import.md#writing-nested-files.
   */
  readonly place: (path: ReadonlyArray<PathStep>, value: TreeNode) => Placing
  /** Each item of a list stands at its index: where there is none, there is null. */
  readonly finish: () => TreeNode
}

/** `belowPlural`: the path leads into the forms of a plural, which have no children. */
export type Placing = "placed" | "taken" | "belowPlural"

/** A tree without values. The first path decides whether the document is a list, if it can be one. */
export const growTree = (delimiter: string | null, rootCanBeList: boolean): NestedTree => {
  let root: Branch | null = rootCanBeList ? null : branchFor("")
  const place = (path: ReadonlyArray<PathStep>, value: TreeNode): Placing => {
    root ??= branchFor(path[0] ?? "")
    let branch = root
    for (let depth = 0; depth < path.length; depth++) {
      const key = keyIn(branch, path[depth] ?? "")
      const child = branch.children.get(key)
      const nextStep = path[depth + 1]
      if (nextStep === undefined) {
        if (child !== undefined) return placeShorter(path, value)
        branch.children.set(key, { value, nameOffset: value.offset })
        return "placed"
      }
      if (child === undefined) {
        branch = addBranch(branch, key, nextStep)
      } else if (isBranch(child)) {
        branch = child
      } else if (child.value.kind === "object") {
        return "belowPlural"
      } else if (typeof key === "number") {
        branch = branchBehind(branch, key, nextStep)
      } else {
        const name = joinSteps([key, ...path.slice(depth + 1)], delimiter)
        return place([...path.slice(0, depth), name], value)
      }
    }
    return "taken"
  }
  /** The last two steps become one name. Ends: the path gets shorter. */
  const placeShorter = (path: ReadonlyArray<PathStep>, value: TreeNode): Placing =>
    path.length < 2 ? "taken" : place([...path.slice(0, -2), joinSteps(path.slice(-2), delimiter)], value)

  return { place, finish: () => (root === null ? { kind: "object", members: new Map(), offset: 0 } : branchNode(root)) }
}

/** Children of an object are found by name, of a list by index. A list becomes an object when it gets a name. */
interface Branch {
  kind: "names" | "indexes"
  readonly children: Map<string | number, Child>
  /** False = all children are values. */
  hasBranches: boolean
}

type Child = Branch | TreeMember

const isBranch = (child: Child): child is Branch => "children" in child

const branchFor = (step: PathStep): Branch => ({
  kind: typeof step === "number" ? "indexes" : "names",
  children: new Map(),
  hasBranches: false
})

const addBranch = (parent: Branch, key: string | number, firstStep: PathStep): Branch => {
  const branch = branchFor(firstStep)
  parent.children.set(key, branch)
  parent.hasBranches = true
  return branch
}

/** Children of an item that is a text become the next item: half an index keeps them there. */
const branchBehind = (list: Branch, index: number, firstStep: PathStep): Branch => {
  const behind = list.children.get(index + 0.5)
  return behind === undefined || !isBranch(behind) ? addBranch(list, index + 0.5, firstStep) : behind
}

const keyIn = (branch: Branch, step: PathStep): string | number => {
  if (branch.kind === "indexes" && typeof step === "string") turnIntoObject(branch)
  return branch.kind === "names" && typeof step === "number" ? `[${step}]` : step
}

const turnIntoObject = (list: Branch): void => {
  const items = sortedItems(list)
  const indexes = new Set(list.children.keys())
  list.kind = "names"
  list.children.clear()
  for (const [index, item] of items) {
    let freeIndex = Math.ceil(index)
    if (freeIndex !== index) while (indexes.has(freeIndex)) freeIndex++
    indexes.add(freeIndex)
    list.children.set(`[${freeIndex}]`, item)
  }
}

const sortedItems = (list: Branch): ReadonlyArray<[number, Child]> =>
  [...list.children].map(([index, item]): [number, Child] => [Number(index), item]).sort(([a], [b]) => a - b)

const branchNode = (branch: Branch): TreeNode => {
  if (branch.kind === "indexes" && hasTooManyGaps(branch)) turnIntoObject(branch)
  if (branch.kind === "indexes") {
    const items: Array<TreeNode> = []
    const sorted = sortedItems(branch)
    for (const [index, item] of sorted) {
      while (items.length < index) items.push(noItem)
      items.push(memberOf(item).value)
    }
    return { kind: "array", items, offset: items.find((item) => item !== noItem)?.offset ?? 0 }
  }
  const members = membersOf(branch)
  return { kind: "object", members, offset: members.values().next().value?.nameOffset ?? 0 }
}

/** Null in the document; an import gives it no entry. */
const noItem: TreeNode = { kind: "null", offset: -1 }

const hasTooManyGaps = ({ children }: Branch): boolean => {
  let last = 0
  for (const index of children.keys()) last = Math.max(last, Number(index))
  return hasTooManyAbsent(last, children.size)
}

/** Most names lead to values: no copy is made of these. */
const membersOf = (branch: Branch): ReadonlyMap<string, TreeMember> => {
  if (hasOnlyMembers(branch)) return branch.children
  const members = new Map<string, TreeMember>()
  for (const [name, child] of branch.children) members.set(String(name), memberOf(child))
  return members
}

const hasOnlyMembers = (branch: Branch): branch is Branch & { readonly children: Map<string, TreeMember> } =>
  branch.kind === "names" && !branch.hasBranches

const memberOf = (child: Child): TreeMember => {
  if (!isBranch(child)) return child
  const value = branchNode(child)
  return { value, nameOffset: value.offset }
}
