import { assert, it } from "vitest"
import { readKeyUse } from "./key-use.ts"

it.each([
  ["in quotes", 't("home.title")', "home.title", true],
  ["as a word of a longer name, in case the name is put together", 't("home.title." + name)', "home.title", true],
  ["in a comment or a template", "{{ home.title | translate }}", "home.title", true],
  ["as a part of a word", 't("home.titles")', "home.title", false],
  ["as the end of a word", 't("myhome.title")', "home.title", false],
  ["as a part of a word, then as a whole", "titles title", "title", true],
  ["with another separator", 't("home_title")', "home.title", false],
  ["in another case", 't("Home.Title")', "home.title", false],
  ["as a sentence", 't("Delete file?")', "Delete file?", true],
  ["as a sentence with quotes", String.raw`t('Don\'t save')`, "Don't save", true],
  ["in another script", 't("домой")', "дом", false],
  ["at both ends of the file", "title", "title", true],
  ["in signs alone", 't("…")', "…", true],
  ["nowhere", "", "title", false]
])("finds a key %s", (_, source, keyName, isUsed) => {
  assert.strictEqual(readKeyUse(["other", source])(keyName), isUsed)
})
