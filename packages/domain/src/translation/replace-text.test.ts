import { assert, describe, it } from "vitest"
import { makeReplace, searchMaxUtf16Units, type TextSearch } from "./replace-text.ts"

const plain = { matchCase: true, wholeWord: false }

const rows: ReadonlyArray<
  readonly [name: string, search: Omit<TextSearch, "search">, sought: string, by: string, text: string, after: string]
> = [
  ["replaces each occurrence", plain, "berth", "mooring", "berth by berth", "mooring by mooring"],
  ["leaves other case alone", plain, "berth", "x", "Berth", "Berth"],
  ["finds other case when asked", { ...plain, matchCase: false }, "ÄRGER", "x", "Kein ärger", "Kein x"],
  ["folds no letter into two", { ...plain, matchCase: false }, "SS", "x", "Straße", "Straße"],
  ["takes patterns as text", plain, "a.*(b)[c]\\$^|{n}/+?", "x", "a.*(b)[c]\\$^|{n}/+? a..b", "x a..b"],
  ["puts dollar signs in as they are", plain, "price", "$& $1 $$", "the price", "the $& $1 $$"],
  ["removes", plain, " now", "", "Save now", "Save"],
  ["does not search what it put in", plain, "a", "aa", "aba", "aabaa"],
  [
    "finds whole words only",
    { ...plain, wholeWord: true },
    "port",
    "x",
    "port, report ports port_1 port",
    "x, report ports port_1 x"
  ],
  ["knows words of other scripts", { ...plain, wholeWord: true }, "порт", "x", "порт портал", "x портал"],
  [
    "takes a combining mark as part of a word",
    { ...plain, wholeWord: true },
    "cafe",
    "x",
    "cafe\u0301 cafe",
    "cafe\u0301 x"
  ],
  ["ends a word that ends with a mark there", { ...plain, wholeWord: true }, "ok!", "x", "ok!now book!", "xnow book!"],
  ["finds nothing for an empty text", plain, "", "x", "abc", "abc"],
  ["splits no character outside of the plane of most scripts", plain, "\ud83d", "x", "\ud83d\ude00", "\ud83d\ude00"]
]

describe("the replacement of a text", () => {
  it.each(rows)("%s", (_name, search, sought, by, text, after) => {
    assert.strictEqual(makeReplace({ ...search, search: sought }, by)(text), after)
  })

  it("ends for a text of one repeated letter", () => {
    const sought = `${"a".repeat(searchMaxUtf16Units - 1)}b`
    const text = "a".repeat(10_000)
    assert.strictEqual(makeReplace({ search: sought, matchCase: false, wholeWord: true }, "x")(text), text)
  })
})
