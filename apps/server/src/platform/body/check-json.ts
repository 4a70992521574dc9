import { type DomainError, domainError } from "@dragoman/domain/error"
import { type JsonBounds, type JsonProblem, scanJson } from "./scan-json.ts"

/** A text of JSON within the bounds, not parsed yet, or why it is refused. */
export type CheckedJson =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: DomainError }

/**
 * Looks at the bytes of JSON before they are parsed. `part`: what a part of a multipart body is called; null: the bytes
 * are the whole body.
 */
export const checkJson = (bytes: Uint8Array, bounds: JsonBounds, part: string | null = null): CheckedJson => {
  const problem = scanJson(bytes, bounds)
  if (problem !== null) return refused(messageOf(problem, bounds), part)
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) }
  } catch {
    return refused("Expected UTF-8", part)
  }
}

const refused = (message: string, part: string | null): CheckedJson => ({
  ok: false,
  error: domainError("request_parse_error", [part === null ? message : `${part}: ${message}`])
})

const messageOf = (problem: JsonProblem, { nestingMax, valuesMax }: JsonBounds): string => {
  switch (problem) {
    case "tooDeep":
      return `Expected JSON that is nested at most ${nestingMax} deep`
    case "tooManyValues":
      return `Expected at most ${valuesMax} values`
    case "unstorable":
      return unstorableMessage
  }
}

/** No database keeps such a text as it is. */
export const unstorableMessage = "A text holds U+0000 or half of a character"
