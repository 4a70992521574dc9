import type { TreeNode } from "../tree/tree-node.ts"

/** A plain text may go on in the next line. */
export type SimpleScalar =
  | { readonly kind: "quoted"; readonly node: TreeNode }
  | { readonly kind: "plain"; readonly plain: string; readonly hasComment: boolean }

/** The rest of a line; null = it is no simple text. */
export const parseSimpleScalar = (rest: string, offset: number): SimpleScalar | null => {
  if (rest.startsWith('"') || rest.startsWith("'")) {
    const quoted = rest.startsWith('"') ? readDoubleQuoted(rest) : readSingleQuoted(rest)
    if (quoted === null || !endsHere.test(rest.slice(quoted.end))) return null
    return { kind: "quoted", node: { kind: "text", text: quoted.text, offset } }
  }
  if (!startOfPlain.test(rest)) return null
  const commentAt = rest.indexOf(" #")
  let end = commentAt === -1 ? rest.length : commentAt
  while (rest.charCodeAt(end - 1) === space) end--
  const plain = rest.slice(0, end)
  return plain.includes(": ") || plain.endsWith(":") ? null : { kind: "plain", plain, hasComment: commentAt !== -1 }
}

/** Signs that mean something at the start are left to the library, also where they mean nothing. */
const startOfPlain = /^[^\s?:,[\]{}#&*!|>'"%@`-]/

/** Matches the rest of a line behind a text in quotes: nothing but a comment. */
const endsHere = /^ *(?:$| #)/

const space = 32

interface QuotedText {
  readonly text: string
  /** Behind the closing quote. */
  readonly end: number
}

/** Null = it goes on in the next line, or has an escape that is not simple. */
const readDoubleQuoted = (rest: string): QuotedText | null => {
  let text = ""
  for (let start = 1; ; ) {
    plainQuoted.lastIndex = start
    plainQuoted.test(rest)
    const end = plainQuoted.lastIndex
    text += rest.slice(start, end)
    if (rest[end] === '"') return { text, end: end + 1 }
    const escaped = escapes.get(rest[end + 1] ?? "")
    if (escaped === undefined) return null
    text += escaped
    start = end + 2
  }
}

const plainQuoted = /[^"\\]*/y

const readSingleQuoted = (rest: string): QuotedText | null => {
  let end = rest.indexOf("'", 1)
  while (rest[end + 1] === "'" && end !== -1) end = rest.indexOf("'", end + 2)
  return end === -1 ? null : { text: rest.slice(1, end).replaceAll("''", "'"), end: end + 1 }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"]
])
