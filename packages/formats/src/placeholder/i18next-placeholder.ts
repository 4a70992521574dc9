import {
  type ArgumentPiece,
  countMatches,
  type Dialect,
  isArgumentName,
  literalPiece,
  type TextPiece
} from "./dialect.ts"

/**
 * `{{name}}` and `{{name, number}}` of i18next. Unescaped values `{{- name}}`, other formats and nesting `$t(key)`
 * stay literal. Source: reference "import-and-formats" 7.2 and 7.3.
 */
export const i18nextDialect: Dialect = {
  countHits: (text) => countMatches(text, hit),
  splitText: (text) => {
    const pieces: Array<TextPiece> = []
    let literalStart = 0
    for (const match of text.matchAll(placeholder)) {
      pieces.push(literalPiece(text.slice(literalStart, match.index)))
      literalStart = match.index + match[0].length
      pieces.push(argumentOf(match[1] ?? "", match[2]) ?? literalPiece(match[0]))
    }
    pieces.push(literalPiece(text.slice(literalStart)))
    return pieces
  },
  pluralArgumentName: "count"
}

const hit = /(?<![\w{])(?:\{\{-?[^{}]{1,200}\}\}|\$t\([^()]{1,200}\))/g
const placeholder = /\{\{([^{},]{1,200})(?:,([^{}]{0,200}))?\}\}/g

const argumentOf = (spelledName: string, spelledFormat: string | undefined): ArgumentPiece | null => {
  const name = spelledName.trim()
  const format = spelledFormat?.trim() ?? null
  if (!isArgumentName(name) || (format !== null && format !== "number")) return null
  return { kind: "argument", name, format, canCount: format === null }
}
