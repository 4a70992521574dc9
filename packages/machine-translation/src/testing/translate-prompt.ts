/** How an answer differs from a good translation. */
export type AnswerDamage = "invented" | "dropped" | "doubled" | "wrong_plurals" | null

/**
 * Translates the marked text of a prompt readably: "Save {name}" to "[de] Save {name}", a plural in each form that the prompt lists. The
 * mark is a language tag in parentheses, and the text as a JSON string in the line below; without it the last line is translated.
 */
export const translatePrompt = (prompt: string, damage: AnswerDamage): string => {
  const marked = [...prompt.matchAll(/\(([A-Za-z0-9-]+)\):\n("(?:[^"\\\n]|\\.)*")/g)].at(-1)
  const [, tag = "xx", quoted] = marked ?? []
  const source = quoted === undefined ? lastLine(prompt) : String(JSON.parse(quoted))
  const names = /Shape of the answer: ([^\n]*)/.exec(prompt)?.[1] ?? source
  return damaged(translateText(source, tag, names), damage)
}

/** The last line that is not the demand for JSON. */
const lastLine = (prompt: string): string =>
  prompt
    .trim()
    .split("\n")
    .findLast((line) => line !== "" && !/^(Respond|Answer) with one JSON object/.test(line)) ?? ""

const formName = "(?:zero|one|two|few|many|other|=\\d+)"

const translateText = (source: string, tag: string, shape: string): string => {
  const start = /^\{(\w+), plural,/.exec(source)
  if (start === null) return `[${tag}] ${source}`
  const texts = new Map<string, string>()
  for (const { 1: name = "", index, 0: opening } of source.matchAll(new RegExp(`\\s(${formName})\\s*\\{`, "g"))) {
    texts.set(name, inBraces(source, index + opening.length))
  }
  const names = [...shape.matchAll(new RegExp(`\\s(${formName})\\s*\\{`, "g"))].map(([, name = ""]) => name)
  const forms = names.map((name) => `${name} {[${tag}] ${texts.get(name) ?? texts.get("other") ?? ""}}`)
  return `{${start[1]}, plural, ${forms.join(" ")}}`
}

/** The text from an index to the brace that closes it. */
const inBraces = (text: string, from: number): string => {
  let depth = 1
  let end = from
  for (; end < text.length && depth > 0; end++) depth += text[end] === "{" ? 1 : text[end] === "}" ? -1 : 0
  return text.slice(from, end - 1)
}

const placeholder = /\{\w+\}|%(?:\d+\$)?[sd@]|<[^>]+>/

const damaged = (text: string, damage: AnswerDamage): string => {
  if (damage === "invented") return `${text} {invented}`
  if (damage === "dropped") return text.replace(placeholder, "")
  if (damage === "doubled") return text.replace(placeholder, "$& $&")
  if (damage === "wrong_plurals") return text.replace(/\s(?:other|many|few)\s*\{/, " two {")
  return text
}
