/** The index of an `@` that was just typed at the beginning of a word; null: something else changed. */
export const mentionTyped = (before: string, after: string): number | null => {
  if (after.length !== before.length + 1) return null
  let index = 0
  while (index < before.length && before[index] === after[index]) index++
  const isRest = after.slice(index + 1) === before.slice(index)
  const isWordStart = index === 0 || /[\s([{"']/.test(after[index - 1] ?? "")
  return after[index] === "@" && isRest && isWordStart ? index : null
}

/** The text with a mention in place of the `@` at the index, else at its end; a space follows. */
export const withMention = (text: string, mention: string, index: number | null): string => {
  if (index !== null && text[index] === "@") return `${text.slice(0, index)}${mention} ${text.slice(index + 1)}`
  return `${text}${text === "" || /\s$/.test(text) ? "" : " "}${mention} `
}
