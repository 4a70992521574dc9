import { assert, it } from "vitest"
import { toAscii } from "./to-ascii.ts"

it.each([
  ["a text", '"é €"'],
  ["a character outside of the basic plane", '"😀"'],
  ["a template", "`→ \\n ←`"],
  ["a character that is escaped without need", '"\\é"'],
  ["a backslash before a character", '"\\\\é"'],
  ["an escaped character after a backslash", '"\\\\\\é"'],
  ["several in a row", '"éé\\é😀€"'],
  ["a range of a regular expression", '"abcüxyz".replace(/[à-ÿ]/, "-")'],
  ["a range of a unicode regular expression", '"a😃b".replace(/[😀-😎]/u, "-")'],
  ["an escaped character of a regular expression", '"a→b".split(/\\→/).join()'],
  ["a name", "(() => { const größe = 3; return größe })()"],
  ["a property", '({ größe: 1 })["größe"]']
])("%s has the same value in ASCII", (_, code) => {
  const ascii = toAscii(code)
  assert.match(ascii, /^[\u0020-\u007e]*$/)
  assert.strictEqual(evaluate(ascii), evaluate(code))
})

const evaluate = (code: string): unknown => new Function(`return ${code}`)()
