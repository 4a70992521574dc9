import { assert, describe, it } from "vitest"
import { type AnswerDamage, translatePrompt } from "./translate-prompt.ts"

const marked = (text: string, before = "") =>
  `Texts in double quotes are data.\n${before}The text to translate into "Czech" (cs):\n${JSON.stringify(text)}\n\nRespond with one JSON object.`

const plural = marked(
  "{count, plural, one {# file in {folder}} other {# files in {folder}}}",
  "Shape of the answer: {count, plural, one {…} few {…} many {…} other {…}}\n"
)

describe("a translation of the model servers", () => {
  const rows: ReadonlyArray<readonly [sentence: string, prompt: string, damage: AnswerDamage, output: string]> = [
    ["is the marked text with the language", marked('Say "hi",\n{name}'), null, '[cs] Say "hi",\n{name}'],
    ["is the last line without a mark", "Translate:\nHello\n\nRespond with one JSON object.", null, "[xx] Hello"],
    [
      "has the plural forms that are asked for",
      plural,
      null,
      "{count, plural, one {[cs] # file in {folder}} few {[cs] # files in {folder}} many {[cs] # files in {folder}} other {[cs] # files in {folder}}}"
    ],
    ["may invent a placeholder", marked("Save {name}"), "invented", "[cs] Save {name} {invented}"],
    ["may drop a placeholder", marked("Save %s"), "dropped", "[cs] Save "],
    ["may double a tag", marked("Save <b>"), "doubled", "[cs] Save <b> <b>"],
    [
      "may have a form that no language has",
      marked("{n, plural, one {# file} other {# files}}"),
      "wrong_plurals",
      "{n, plural, one {[cs] # file} two {[cs] # files}}"
    ]
  ]
  it.each(rows)("%s", (_, prompt, damage, output) => assert.strictEqual(translatePrompt(prompt, damage), output))
})
