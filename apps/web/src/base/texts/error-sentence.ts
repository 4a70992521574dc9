import { formatComplete } from "./format-message.ts"
import type { ErrorTexts } from "./load-texts.ts"

/**
 * Returns the sentence of an error code. Its message has the parameters as `{0}`, `{1}`, and all of them as `{list}`;
 * null: there is no message, or the server sent fewer parameters.
 */
export const codeSentence = (
  texts: ErrorTexts,
  language: string,
  code: string,
  params: ReadonlyArray<unknown> = []
): string | null => {
  const shown = params.filter((param) => typeof param === "string" || typeof param === "number")
  const list = new Intl.ListFormat(language, { type: "unit" }).format(shown.map(String))
  return formatComplete(texts[`code.${code}`], language, {
    ...Object.fromEntries(shown.map((param, index) => [String(index), param])),
    ...(shown.length === 0 ? {} : { list })
  })
}

/** Translates the server's message at a field; an unknown message stays as it is. */
export const fieldSentence = (texts: ErrorTexts, language: string, message: string): string => {
  for (const [pattern, name] of fieldMessages) {
    const found = pattern.exec(message)
    if (found === null) continue
    const args = found.slice(1).map((part, index) => [String(index), /^-?\d+$/.test(part) ? Number(part) : part])
    return formatComplete(texts[`field.${name}`], language, Object.fromEntries(args)) ?? message
  }
  return message
}

/** The server's messages at fields, which it has in English alone. Source: docs/reference/errors.md#messages. */
const fieldMessages: ReadonlyArray<readonly [RegExp, string]> = [
  [/^must not be (?:blank|empty|null)$/, "required"],
  [/^(?:size|length) must be between (\d+) and (\d+)$/, "size"],
  [/^size of an element must be between (\d+) and (\d+)$/, "element-size"],
  [/^must be between (-?\d+) and (-?\d+)$/, "between"],
  [/^must be greater than or equal to (-?\d+)$/, "at-least"],
  [/^must be less than or equal to (-?\d+)$/, "at-most"],
  [/^must be a number$/, "number"],
  [/^must be one character$/, "one-character"],
  [/^must be one of (.+)$/, "one-of"],
  [/^must be a well-formed email address$/, "email"],
  [/^must be an email address, or letters, digits, dots, underscores and hyphens$/, "username"],
  [/^must be a domain$/, "domain"],
  [/^must be an http or https address without user, query and fragment$/, "storage-address"],
  [/^must not contain empty folders, \. and \.\.$/, "folder"],
  [/^must be the name of an ICU argument$/, "icu-argument"],
  [/^must be the tag of a language of the project: (.+)$/, "language-of-project"],
  [/^must differ from the password$/, "differs-from-email"],
  [/^must differ from the user name$/, "differs-from-username"],
  [/^must have at most (\d+) tags with a star$/, "stars"],
  [/^must be the name of a header$/, "header-name"],
  [/^must not be a header that the server sets$/, "header-reserved"],
  [/^must not be there twice$/, "header-twice"],
  [/^must be ASCII characters on one line without blanks at the ends$/, "header-value"],
  [/^must have at most (\d+) characters in all$/, "headers-size"],
  [/^invalid_pattern$/, "slug"],
  [/^can not contain coma$/, "comma"],
  [/^hex color required$/, "color"],
  [/^(?:branch name is not valid|max_length)$/, "branch-name"]
]
