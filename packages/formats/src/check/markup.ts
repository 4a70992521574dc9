import type { FormCheck } from "./check.ts"

/** Markdown and BBCode, by what they are called in findings. */
const kinds: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ["Markdown link", /\[[^\]]+\]\([^()\s]*\)/g],
  ["Markdown code", /`[^`\n]+`/g],
  ["Markdown bold", /(?<![\w*])\*\*(?=\S)[^*\n]+?\*\*(?![\w*])|(?<!\w)__(?=\S)[^_\n]+?__(?!\w)/g],
  ["BBCode", /\[\/?(?:b|i|u|s|url|img|color|size|quote|code)(?:=[^\]]*)?\]/gi]
]

const anyMarkup = /[[`]|\*\*|__/

/** Links, code and bold text in Markdown, and tags of BBCode, are as many as in the base text. */
export const checkMarkup: FormCheck = ({ text, base }) => {
  if (base === null || !(anyMarkup.test(text) || anyMarkup.test(base.text))) return []
  return kinds.flatMap(([markup, pattern]) => {
    const expected = [...base.text.matchAll(pattern)].length
    const actual = [...text.matchAll(pattern)].length
    if (expected === actual) return []
    return [{ message: "qa_markup_mismatch", params: { markup, expected: String(expected), actual: String(actual) } }]
  })
}
