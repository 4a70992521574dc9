import { assert, it } from "vitest"
import { guessLanguageTag } from "./guess-language-tag.ts"

it.each([
  ["en.json", "en"],
  ["i18n/de_AT.yaml", "de-AT"],
  ["locales/cs/common.json", "cs"],
  ["locales/en/sign-in.json", "en"],
  ["app.cs.resx", "cs"],
  ["messages_pt_BR.properties", "pt-BR"],
  ["app_zh_Hant.arb", "zh-Hant"],
  ["res/values-pt-rBR/strings.xml", "pt-BR"],
  ["cs.lproj/Localizable.strings", "cs"],
  ["locale/uk/LC_MESSAGES/app.po", "uk"],
  ["es-419.json", "es-419"],
  ["res/values/strings.xml", null],
  ["texts.csv", null],
  ["my-app/strings.json", null],
  ["Base.lproj/Main.strings", null],
  ["", null]
])("%s is in the language %s", (path, tag) => {
  assert.strictEqual(guessLanguageTag(path), tag)
})
