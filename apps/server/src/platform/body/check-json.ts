import { type DomainError, domainError } from "@dragoman/domain/error"
import { type JsonBounds, type JsonProblem, scanJson } from "./scan-json.ts"

/** Largest JSON body and JSON part of a multipart body, unless the endpoint allows more. */
export const jsonBytesMax = 2 * 1024 * 1024

/** For all endpoints. */
const nestingMax = 64

/** For JSON that the main thread parses: takes a few milliseconds. */
export const jsonBounds: JsonBounds = { nestingMax, valuesMax: 20_000 }

/** For JSON that another thread parses: fits its memory, and is more than real content within the upload limit has. */
export const largeJsonBounds: JsonBounds = { nestingMax, valuesMax: 2_000_000 }

/** JSON text within the bounds, not parsed yet, or the error. */
export type CheckedJson =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: DomainError }

/**
 * Checks the bytes of JSON before they are parsed. `part`: the name of a part of a multipart body; null: the whole body.
 */
export const checkJson = (bytes: Uint8Array, bounds: JsonBounds, part: string | null = null): CheckedJson => {
  const problem = scanJson(bytes, bounds)
  if (problem !== null) return rejected(messageOf(problem, bounds), part)
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) }
  } catch {
    return rejected("Expected UTF-8", part)
  }
}

const rejected = (message: string, part: string | null): CheckedJson => ({
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

/** PostgreSQL cannot store such a text, and SQLite changes it. */
export const unstorableMessage = "A text holds U+0000 or half of a character"
