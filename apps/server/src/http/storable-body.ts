import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"

/** A body has a character that no database keeps: it would be stored as something else, or not at all. */
export class UnstorableCharacter {
  readonly _tag = "UnstorableCharacter"
}

/** In the text of JSON these characters can only be escapes: a decoded body has no half of a character. */
const suspect = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i

/**
 * Refuses JSON bodies with U+0000 or half of a character in a name or a text, whatever the endpoint and the engine.
 * PostgreSQL keeps neither, and SQLite would change the latter silently.
 */
export const withStorableBody = <A, E, R>(
  handler: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.updateService(handler, HttpServerRequest.HttpServerRequest, (request) =>
    Object.create(request, { text: { value: Effect.flatMap(request.text, checked) } })
  )

const checked = (text: string): Effect.Effect<string> =>
  suspect.test(text) && !isStorable(text) ? Effect.die(new UnstorableCharacter()) : Effect.succeed(text)

/** Whether every name and text of the JSON can be kept. What is no JSON is not ours to judge. */
export const isStorable = (text: string): boolean => {
  let storable = true
  try {
    JSON.parse(text, (name, value) => {
      storable &&= isKept(name) && (typeof value !== "string" || isKept(value))
      return value
    })
  } catch {
    return true
  }
  return storable
}

const isKept = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")
