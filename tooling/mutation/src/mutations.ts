import { parseAst } from "rolldown/parseAst"

/** One small change of a source file: the text between two offsets is replaced. */
export interface Mutation {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/**
 * Every small change of a TypeScript file that a test should notice: operators flipped, numbers off by one, conditions
 * turned, statements and filters left out, words of SQL exchanged. Types, imports, log lines and names of spans are left alone.
 */
export const mutationsOf = (source: string): ReadonlyArray<Mutation> => {
  const found: Array<Mutation> = []
  const visit = (node: Node): void => {
    if (isLeftAlone(node, source)) return
    found.push(...mutationsAt(node, source))
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
  visit(parseAst(source, { lang: "ts" }) as unknown as Node)
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** The file with the change. */
export const applyMutation = (source: string, { start, end, replacement }: Mutation): string =>
  source.slice(0, start) + replacement + source.slice(end)

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string"

const isLeftAlone = (node: Node, source: string): boolean => {
  if (/^(Import|Export(All|Specifier)|TSType|TSInterface|TSTypeAlias)/.test(node.type)) return true
  if (node.type !== "CallExpression") return false
  const callee = node["callee"] as Node
  const name = source.slice(callee.start, callee.end)
  return /^(Effect\.(log\w*|annotateLogs|withSpan)|process\.std(out|err)\.write)$/.test(name)
}

const operators: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&"
}

const sqlWords: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bAND\b/g, "OR"],
  [/\bIS NULL\b/g, "IS NOT NULL"],
  [/\bIS NOT NULL\b/g, "IS NULL"],
  [/ DESC\b/g, " ASC"],
  [/ < (?!=)/g, " <= "],
  [/ > (?!=)/g, " >= "],
  [/\bNOT IN\b/g, "IN"],
  [/\bNOT EXISTS\b/g, "EXISTS"]
]

const mutationsAt = (node: Node, source: string): ReadonlyArray<Mutation> => {
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const replace = ({ start, end }: Node, replacement: string): Mutation => ({ start, end, replacement })
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression": {
      const operator = operators[String(node["operator"])]
      const left = node["left"] as Node
      const right = node["right"] as Node
      if (operator === undefined) return []
      return [replace(node, `${textOf(left)} ${operator} ${textOf(right)}`)]
    }
    case "UnaryExpression":
      return node["operator"] === "!" ? [replace(node, textOf(node["argument"] as Node))] : []
    case "ConditionalExpression":
    case "IfStatement": {
      const test = node["test"] as Node
      return [replace(test, `!(${textOf(test)})`)]
    }
    case "Literal":
      if (typeof node["value"] === "boolean") return [replace(node, String(!node["value"]))]
      return typeof node["value"] === "number" ? [replace(node, `(${textOf(node)} + 1)`)] : []
    case "ExpressionStatement": {
      const { type } = node["expression"] as Node
      return ["CallExpression", "YieldExpression", "AssignmentExpression", "AwaitExpression"].includes(type)
        ? [replace(node, "void 0")]
        : []
    }
    case "CallExpression": {
      const callee = node["callee"] as Node
      const [argument] = node["arguments"] as ReadonlyArray<Node>
      const isFilter = callee.type === "MemberExpression" && /\.filter$/.test(textOf(callee))
      return isFilter && argument !== undefined ? [replace(argument, "() => true")] : []
    }
    case "TaggedTemplateExpression":
      return /^sql\b/.test(textOf(node["tag"] as Node)) ? sqlMutations(node["quasi"] as Node, source) : []
    default:
      return []
  }
}

/** Changes the text of the template only: the code between `${` and `}` is visited by itself. */
const sqlMutations = (template: Node, source: string): ReadonlyArray<Mutation> =>
  (template["quasis"] as ReadonlyArray<Node>).flatMap(({ start, end }) =>
    sqlWords.flatMap(([word, replacement]) =>
      [...source.slice(start, end).matchAll(word)].map((match) => ({
        start: start + match.index,
        end: start + match.index + match[0].length,
        replacement
      }))
    )
  )
