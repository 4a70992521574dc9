/** Texts by key name, nested where names say so. */
export type TextTree = Map<string, string | null | TextTree>

export interface NamedText {
  readonly name: string
  readonly text: string | null
}

/**
 * The JSON object of texts that the SDK reads. Names are split at the delimiter; `\` takes the meaning from the character
 * behind it. Where a step of a path is a text already, or something stands at the end of it, the entry lies at the root
 * under its full name; of two that end in the same place the first one stays. `delimiter`: one character; null: flat.
 * Source: docs/reference/content.md#texts-for-the-sdk.
 */
export const printTextTree = (texts: Iterable<NamedText>, delimiter: string | null): string => {
  const root: TextTree = new Map()
  for (const { name, text } of texts) {
    if (!put(root, splitName(name, delimiter), text) && !root.has(name)) root.set(name, text)
  }
  return printTree(root)
}

const put = (root: TextTree, path: ReadonlyArray<string>, text: string | null): boolean => {
  let tree = root
  for (let index = 0; index < path.length - 1; index++) {
    const step = path[index] ?? ""
    const next = tree.get(step)
    if (next instanceof Map) tree = next
    else if (next === undefined) {
      const added: TextTree = new Map()
      tree.set(step, added)
      tree = added
    } else return false
  }
  const leaf = path.at(-1) ?? ""
  if (tree.has(leaf)) return false
  tree.set(leaf, text)
  return true
}

const splitName = (name: string, delimiter: string | null): ReadonlyArray<string> => {
  if (delimiter === null) return [name]
  if (!name.includes("\\")) return name.split(delimiter)
  const path: Array<string> = []
  let step = ""
  let isEscaped = false
  for (const character of name) {
    if (!isEscaped && character === "\\") isEscaped = true
    else if (!isEscaped && character === delimiter) {
      path.push(step)
      step = ""
    } else {
      step += character
      isEscaped = false
    }
  }
  path.push(isEscaped ? `${step}\\` : step)
  return path
}

// Printed by hand: an object would put names that look like numbers first, and has no place for `__proto__`.
const printTree = (root: TextTree): string => {
  const parts: Array<string> = ["{"]
  const open = [root.entries()]
  for (let entries = open.at(-1); entries !== undefined; entries = open.at(-1)) {
    const next = entries.next()
    if (next.done) {
      parts.push("}")
      open.pop()
      continue
    }
    const [name, value] = next.value
    parts.push(parts.at(-1) === "{" ? "" : ",", JSON.stringify(name), ":")
    if (value instanceof Map) {
      parts.push("{")
      open.push(value.entries())
    } else parts.push(value === null ? "null" : JSON.stringify(value))
  }
  return parts.join("")
}
