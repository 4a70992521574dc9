/** Which `msgstr[index]` a number has; the number is a whole one, 0 or more. */
export type GettextIndex = (count: number) => number

export interface GettextExpression {
  readonly formCount: number
  readonly indexOf: GettextIndex
}

/** Longest expression; that of the language with the longest one has less than 400. */
const expressionMaxUtf16Units = 1_000

/** Nesting of parentheses, negations and choices: far more than any language needs. */
const depthMax = 40

/**
 * Reads the value of a header `Plural-Forms`: `nplurals=2; plural=(n != 1)`. Null = it is no such value, also the
 * placeholder that tools write into new files.
 * Source: GNU gettext manual, "Additional functions for plural forms".
 */
export const parsePluralForms = (value: string): GettextExpression | null => {
  const found = /^\s*nplurals\s*=\s*([1-9])\s*;\s*plural\s*=([^;]*);?\s*$/.exec(value)
  const expression = found?.[2] ?? ""
  if (expression.trim() === "" || expression.length > expressionMaxUtf16Units) return null
  const tokens = expression.match(/\d+|n|[=!<>]=|&&|\|\||[-+*/%<>!?:()]|\S/g) ?? []
  const cursor: Cursor = { tokens, at: 0, depth: 0, isBroken: false }
  const evaluate = parseChoice(cursor)
  if (cursor.isBroken || cursor.at < tokens.length) return null
  return { formCount: Number(found?.[1]), indexOf: (count) => Math.trunc(evaluate(count)) }
}

interface Cursor {
  readonly tokens: ReadonlyArray<string>
  at: number
  depth: number
  isBroken: boolean
}

const take = (cursor: Cursor, token: string): boolean => {
  if (cursor.tokens[cursor.at] !== token) return false
  cursor.at++
  return true
}

/** `condition ? one : other`, to the right as in C. */
const parseChoice = (cursor: Cursor): GettextIndex => {
  const condition = parseBinary(cursor, 0)
  if (!take(cursor, "?")) return condition
  const one = nested(cursor, parseChoice)
  if (!take(cursor, ":")) cursor.isBroken = true
  const other = nested(cursor, parseChoice)
  return (count) => (condition(count) !== 0 ? one(count) : other(count))
}

const nested = (cursor: Cursor, parse: (cursor: Cursor) => GettextIndex): GettextIndex => {
  if (++cursor.depth > depthMax) cursor.isBroken = true
  const parsed = cursor.isBroken ? () => 0 : parse(cursor)
  cursor.depth--
  return parsed
}

/** Operators, from those that bind least to those that bind most. */
const operators: ReadonlyArray<Readonly<Record<string, (left: number, right: number) => number>>> = [
  { "||": (left, right) => Number(left !== 0 || right !== 0) },
  { "&&": (left, right) => Number(left !== 0 && right !== 0) },
  { "==": (left, right) => Number(left === right), "!=": (left, right) => Number(left !== right) },
  {
    "<": (left, right) => Number(left < right),
    ">": (left, right) => Number(left > right),
    "<=": (left, right) => Number(left <= right),
    ">=": (left, right) => Number(left >= right)
  },
  { "+": (left, right) => left + right, "-": (left, right) => left - right },
  {
    "*": (left, right) => left * right,
    "/": (left, right) => Math.trunc(left / right),
    "%": (left, right) => left % right
  }
]

const parseBinary = (cursor: Cursor, level: number): GettextIndex => {
  const ofLevel = operators[level]
  if (ofLevel === undefined) return parseUnary(cursor)
  let left = parseBinary(cursor, level + 1)
  for (;;) {
    const token = cursor.tokens[cursor.at] ?? ""
    const operate = Object.hasOwn(ofLevel, token) ? ofLevel[token] : undefined
    if (operate === undefined) return left
    cursor.at++
    const [before, after] = [left, parseBinary(cursor, level + 1)]
    left = (count) => operate(before(count), after(count))
  }
}

const parseUnary = (cursor: Cursor): GettextIndex => {
  const token = cursor.tokens[cursor.at++] ?? ""
  if (token === "n") return (count) => count
  if (/^\d+$/.test(token)) return () => Number(token)
  if (token === "!") {
    const negated = nested(cursor, parseUnary)
    return (count) => Number(negated(count) === 0)
  }
  if (token === "(") {
    const inner = nested(cursor, parseChoice)
    if (take(cursor, ")")) return inner
  }
  cursor.isBroken = true
  return () => 0
}
