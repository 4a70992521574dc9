/** A sentence that a user or an operator reads. */
export interface FoundText {
  /** Line number, from 1. */
  readonly line: number
  readonly text: string
}

const logCalls =
  /\b(?:Effect\.log(?:Trace|Debug|Info|Warning|Error|Fatal)?|surviving|repeatSurviving|keepRunning)\(\s*/g
const descriptions = /\bdescribed\(\s*/g
const literal = /(["`])((?:\\[\s\S]|(?!\1)[^\\])*)\1/y
const anyLiteral = /(["`])((?:\\[\s\S]|(?!\1)[^\\\n])*)\1/g

const anyValue = /: "((?:\\[\s\S]|[^"\\])*)"/g

/** Files whose every string with a space is shown in the OpenAPI document or in an error. */
const proseFiles = [
  "packages/api/src/open-api/describe-requirement.ts",
  "packages/api/src/open-api/open-api-document.ts",
  "packages/domain/src/error/error-code.ts"
]

/** The contract: descriptions and examples of fields. */
const isContract = (file: string): boolean => file.startsWith("packages/api/src/") && !file.endsWith(".test.ts")

/** The texts of a file of the repository; `file` with slashes. In JSON: the values, which are the texts of the console. */
export const findTexts = (file: string, content: string): ReadonlyArray<FoundText> => {
  if (file.endsWith(".md")) return textsOfMarkdown(content)
  if (file.endsWith(".json")) {
    return [...content.matchAll(anyValue)].map((match) => textAt(content, match.index, match[1] ?? ""))
  }
  if (proseFiles.includes(file) || isContract(file)) {
    return [...content.matchAll(anyLiteral)]
      .map((match) => textAt(content, match.index, match[2] ?? ""))
      .filter(({ text }) => text.includes(" "))
  }
  return [...literalsAfter(content, logCalls), ...literalsAfter(content, descriptions)]
}

/** The comments of a file, block comments as a whole; `file` with slashes. */
export const findComments = (file: string, content: string): ReadonlyArray<FoundText> =>
  file.endsWith(".md") ? [] : [...content.matchAll(comments)].map((match) => textAt(content, match.index, match[0]))

/** Matches comments at the start of a line, after a space or in braces of JSX: `https://` is no comment. */
const comments = /(?<=^|[\s{])(?:\/\*[\s\S]*?\*\/|\/\/.*)/gm

const textAt = (content: string, index: number, text: string): FoundText => ({
  line: content.slice(0, index).split("\n").length,
  text: withoutCode(text)
})

/** The first argument of the calls, where it is a literal. */
const literalsAfter = (content: string, calls: RegExp): ReadonlyArray<FoundText> =>
  [...content.matchAll(calls)].flatMap((call) => {
    const start = call.index + call[0].length
    literal.lastIndex = start
    const match = literal.exec(content)
    return match === null ? [] : [textAt(content, start, match[2] ?? "")]
  })

/** Returns the lines without blocks of code, inline code, and the targets of links. */
const textsOfMarkdown = (content: string): ReadonlyArray<FoundText> => {
  let isCode = false
  return content.split("\n").flatMap((text, index) => {
    if (/^\s*```/.test(text)) {
      isCode = !isCode
      return []
    }
    return isCode ? [] : [{ line: index + 1, text: withoutCode(text).replace(/\]\([^)]*\)/g, "]") }]
  })
}

/** Names in backticks are those of the wire; `${…}` is a value. */
const withoutCode = (text: string): string => text.replace(/\\?`[^`]*`/g, "…").replace(/\$\{[^}]*\}/g, "…")
