import type { ModelAnswer } from "../language-model.ts"

type AnswerFields = NonNullable<ModelAnswer["json"]>

/** Removes what no text may have: NUL, which databases reject, and thoughts that small models write before their answer. */
export const cleanAnswer = (text: string): string =>
  text.replaceAll("\0", "").replace(/^\s*<think>[\s\S]*?<\/think>\s*/, "")

/**
 * Finds the fields of an answer: the text itself, from the first brace to the last one, or in a code fence, since models write
 * around what they were asked for; null: there are none.
 */
export const readFields = (text: string): AnswerFields | null => {
  const inBraces = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)
  const inFence = /```[a-z]*\s*(\{[\s\S]*?\})\s*```/i.exec(text)?.[1] ?? ""
  for (const candidate of [text, inBraces, inFence]) {
    const fields = fieldsOf(candidate)
    if (fields !== null) return fields
  }
  return null
}

const fieldsOf = (text: string): AnswerFields | null => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== "object" || value === null || !("output" in value) || typeof value.output !== "string")
    return null
  const description = "contextDescription" in value ? value.contextDescription : null
  return {
    output: withoutNul(value.output),
    contextDescription: typeof description === "string" ? withoutNul(description) : null
  }
}

/** An escape in JSON becomes a NUL only when it is read. */
const withoutNul = (text: string): string => text.replaceAll("\0", "")

/** Returns what each further part of an answer in JSON adds to `output`, as soon as it can be read. */
export const makeOutputReader = (): ((part: string) => string) => {
  let text = ""
  /** Index of the next character of the output; null: it has not begun. */
  let at: number | null = null
  return (part) => {
    text += part
    if (at === null) {
      const start = /"output"\s*:\s*"/.exec(text)
      if (start === null) return ""
      at = start.index + start[0].length
    }
    let added = ""
    for (;;) {
      const unit = nextUnit(text, at)
      if (unit === null) return withoutNul(added)
      added += unit.value
      at += unit.length
    }
  }
}

/** A character of a string in JSON, with its length as written; null: the string ends here, or more of it has to arrive. */
const nextUnit = (text: string, at: number): { readonly value: string; readonly length: number } | null => {
  // A surrogate pair may be two escapes; half of it is no character.
  const written = /^\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4}|^\\u(?![dD][89abAB])[0-9a-fA-F]{4}|^\\[^u]/.exec(
    text.slice(at, at + 12)
  )?.[0]
  if (written !== undefined) {
    try {
      return { value: JSON.parse(`"${written}"`), length: written.length }
    } catch {
      return null
    }
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const isHalf = /^[\uD800-\uDBFF]$/.test(character)
  return at >= text.length || character === '"' || character === "\\" || isHalf
    ? null
    : { value: character, length: character.length }
}
