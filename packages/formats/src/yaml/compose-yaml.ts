import { Composer, Lexer, type ParsedNode, Parser } from "yaml"
import { formatLimits, tooDeepSentence } from "../limits.ts"

/** The error of a document and its UTF-16 offset. */
export interface YamlError {
  readonly kind: "error"
  readonly message: string
  readonly offset: number
}

/** `node` null = the file has no document. */
export interface ComposedYaml {
  readonly kind: "composed"
  readonly node: ParsedNode | null
  /** Where another document with content begins; null = there is none. */
  readonly nextDocumentOffset: number | null
}

export const yamlError = (message: string, offset: number): YamlError => ({ kind: "error", message, offset })

/**
 * The nodes of the first document; the rest is not read. Scalars stay as they are spelled (failsafe schema),
 * tags mean nothing, `<<` is an ordinary key.
 * Source: docs/formats.md#yaml.
 */
export const composeYaml = (text: string): ComposedYaml | YamlError => {
  const parser = new Parser()
  const found: Found = { error: null, nextDocumentOffset: null }
  const composer = composerThatStops((error) => {
    found.error ??= error
  })
  try {
    for (const token of firstDocumentTokens(text, parser, found)) {
      if (token.type === "error") return yamlError(oneLine(token.message), token.offset)
      // The composer works while it is iterated; it yields nothing before the end.
      for (const _ of composer.next(token));
    }
    const [document] = composer.end()
    const { nextDocumentOffset } = found
    return { kind: "composed", node: document?.contents ?? null, nextDocumentOffset }
  } catch (error) {
    if (found.error !== null) return found.error
    const message = error instanceof LimitExceeded ? error.message : "The document cannot be parsed"
    return yamlError(message, parser.offset)
  }
}

interface Found {
  error: YamlError | null
  nextDocumentOffset: number | null
}

/** Drives the parser token by token: its stack is the nesting of the document. */
function* firstDocumentTokens(text: string, parser: Parser, found: Found) {
  const { yamlTokensOfSmallFileMax, utf16UnitsOfYamlTokenMin } = formatLimits
  let tokensLeft = yamlTokensOfSmallFileMax + Math.floor(text.length / utf16UnitsOfYamlTokenMin)
  let isComplete = false
  for (const lexeme of new Lexer().lex(text)) {
    tokensLeft -= tokensOf(lexeme)
    if (tokensLeft < 0) throw new LimitExceeded(tooManyTokensSentence)
    for (const token of parser.next(lexeme)) {
      yield token
      isComplete ||= token.type === "document"
    }
    // Another document starts here. Without a mark in front of it, it would be an error.
    if (isComplete && parser.stack.length > 0) {
      const offset = parser.stack[0]?.offset ?? parser.offset
      if (hasContent(text, offset)) found.nextDocumentOffset = offset
      return
    }
    if (parser.stack.length > stackSizeMax) throw new LimitExceeded(tooDeepSentence("The document"))
  }
  yield* parser.end()
}

/** Weighs tokens by the memory that the library takes. */
const tokensOf = (lexeme: string): number => {
  if (lexeme.startsWith('"')) return 1 + Math.floor(lexeme.length / formatLimits.quotedUtf16UnitsOfYamlToken)
  return /^[[{,&*?]/.test(lexeme) ? formatLimits.yamlTokensOfListSign : 1
}

/** True if there is more than white space, comments and marks of documents. */
const hasContent = (text: string, offset: number): boolean => {
  const line = /[^\r\n]+/y
  for (let at = offset; at < text.length; at = line.lastIndex + 1) {
    line.lastIndex = at
    const [found] = line.exec(text) ?? []
    if (found === undefined) line.lastIndex = at
    else if (!/^\s*(?:#|$)|^(?:---|\.\.\.)\s*(?:#|$)/.test(found)) return true
  }
  return false
}

/** The document itself and the innermost scalar stand on the stack too. */
const stackSizeMax = formatLimits.nestingDepthMax + 2

const tooManyTokensSentence =
  "The file is too large for a YAML file with flow lists, anchors, tags or other things than names and texts line by line; " +
  "write it without them, or split it into several files"

class LimitExceeded extends Error {}

/**
 * A composer would continue behind an error and keep each of them with its stack trace, a gigabyte for a hostile file. It
 * has no option for that; the handler it calls is replaced. A throw leaves it.
 */
const composerThatStops = (onFirstError: (error: YamlError) => void): Composer => {
  const composer = new Composer({
    schema: "failsafe",
    resolveKnownTags: false,
    uniqueKeys: false,
    merge: false,
    keepSourceTokens: false
  })
  const onError = (source: ErrorSource, _code: string, message: string, isWarning = false): void => {
    if (isWarning) return
    const offset = typeof source === "number" ? source : "offset" in source ? source.offset : source[0]
    onFirstError(yamlError(oneLine(message), offset))
    throw new Error(message)
  }
  return Object.assign(composer, { onError })
}

type ErrorSource = number | readonly [number, number] | { readonly offset: number }

/** Messages may quote the file. */
const oneLine = (message: string): string => message.replaceAll(/\s+/g, " ").slice(0, messageMaxUtf16Units)

const messageMaxUtf16Units = 200
