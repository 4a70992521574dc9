import { buildTermIndex, type GlossaryTermFlags, noGlossaryTermFlags } from "@dragoman/domain/glossary"
import { assert, describe, it } from "vitest"
import { type CheckedText, type CheckType, checkTypes } from "./check.ts"
import { checkSentences, sentenceOf } from "./check-sentence.ts"
import { countKeptTerms, findTermsInText, makeCheckTerms } from "./check-terms.ts"
import { checkText } from "./check-text.ts"

const all: ReadonlySet<CheckType> = new Set(checkTypes)

const check = (languageTag: string, base: string | null, text: string, other: Partial<CheckedText> = {}) =>
  checkText(
    {
      text,
      languageTag,
      base: base === null ? null : { text: base, languageTag: "en" },
      isPlural: false,
      isIcu: true,
      maxCharLimit: null,
      ...other
    },
    all
  )

/** `code "found text" -> replacement`, of the checks of one type. */
const problems = (type: CheckType, [languageTag, base, text, other]: Row): ReadonlyArray<string> =>
  check(languageTag, base, text, other)
    .filter((finding) => finding.type === type)
    .map(({ message, start, end, replacement, params }) =>
      [
        message,
        ...(start === null || end === null
          ? [Object.values(params ?? {}).join(" ")]
          : [JSON.stringify(text.slice(start, end))]),
        ...(replacement === null ? [] : [`-> ${JSON.stringify(replacement)}`])
      ]
        .join(" ")
        .trim()
    )

type Row = readonly [languageTag: string, base: string | null, text: string, other?: Partial<CheckedText>]

const plural = (...forms: ReadonlyArray<string>) => `{n, plural, ${forms.join(" ")}}`
const boats = plural("one {# boat}", "other {# boats}")

/** A glossary with one term, or none for `null`, for the checks of a language. */
const glossary = (
  languageTag: string,
  baseText: string,
  translation: string | null,
  flags: Partial<GlossaryTermFlags> = {}
): Partial<CheckedText> => ({
  terms: makeCheckTerms([{ baseLanguageTag: "en", terms: [termOf(languageTag, baseText, translation, flags)] }], {
    baseLanguageTag: "en",
    languageTag
  })
})

const termOf = (
  languageTag: string,
  baseText: string,
  translation: string | null,
  flags: Partial<GlossaryTermFlags>
) => ({
  baseText,
  description: "",
  flags: { ...noGlossaryTermFlags, ...flags },
  translations: new Map(translation === null ? [] : [[languageTag, translation]])
})

const forbidden = { flagForbiddenTerm: true }
const sameEverywhere = { flagNonTranslatable: true, flagCaseSensitive: true }

const planted: ReadonlyArray<readonly [CheckType, Row, ReadonlyArray<string>]> = [
  ["EMPTY_TRANSLATION", ["cs", "Save", "  "], ["qa_empty_translation"]],
  ["EMPTY_TRANSLATION", ["en", null, ""], ["qa_empty_translation"]],
  ["EMPTY_TRANSLATION", ["cs", boats, plural("one {}", "other {}")], ["qa_empty_translation"]],
  [
    "MISSING_PLURAL_CATEGORIES",
    ["cs", boats, plural("one {# loď}", "other {# lodí}")],
    ["qa_missing_plural_category few"]
  ],
  ["MISSING_PLURAL_CATEGORIES", ["de", boats, plural("one {}", "other {# Boote}")], ["qa_missing_plural_category one"]],
  [
    "MISSING_PLURAL_CATEGORIES",
    ["ar", boats, plural("one {#}", "two {#}", "few {#}", "many {#}", "other {#}")],
    ["qa_missing_plural_category zero"]
  ],
  ["CHARACTER_CASE_MISMATCH", ["cs", "Save file", "uložit"], ['qa_case_capitalize "u" -> "U"']],
  ["CHARACTER_CASE_MISMATCH", ["fr", "save the file", "Enregistrer le fichier"], ['qa_case_lowercase "E" -> "e"']],
  ["CHARACTER_CASE_MISMATCH", ["tr", "Delete", "iptal et"], ['qa_case_capitalize "i" -> "İ"']],
  ["REPEATED_WORDS", ["cs", "Save the file", "Uložit soubor soubor"], ['qa_repeated_word " soubor" -> ""']],
  ["REPEATED_WORDS", ["es", "The end", "El fin Fin"], ['qa_repeated_word " Fin" -> ""']],
  ["PUNCTUATION_MISMATCH", ["cs", "It is saved.", "Uloženo"], ['qa_punctuation_add "" -> "."']],
  ["PUNCTUATION_MISMATCH", ["cs", "Name", "Jméno:"], ['qa_punctuation_remove ":" -> ""']],
  ["PUNCTUATION_MISMATCH", ["ar", "Delete it?", "حذف"], ['qa_punctuation_add "" -> "؟"']],
  ["PUNCTUATION_MISMATCH", ["ja", "Delete it?", "削除しました。"], ['qa_punctuation_replace "。" -> "？"']],
  ["PUNCTUATION_MISMATCH", ["el", "Delete it?", "Διαγραφή"], ['qa_punctuation_add "" -> ";"']],
  ["PUNCTUATION_MISMATCH", ["de", "Loading…", "Laden!"], ['qa_punctuation_replace "!" -> "…"']],
  ["TRIM_CHECK", ["en", null, " Save "], ['qa_leading_spaces " " -> ""', 'qa_trailing_spaces " " -> ""']],
  ["TRIM_CHECK", ["en", null, "\nSave\n"], ['qa_leading_newlines "\\n" -> ""', 'qa_trailing_newlines "\\n" -> ""']],
  ["SPACES_MISMATCH", ["cs", "Name: ", "Jméno:"], ['qa_spaces_trailing_removed "" -> " "']],
  ["SPACES_MISMATCH", ["cs", "Name", " Jméno"], ['qa_spaces_leading_added " " -> ""']],
  [
    "SPACES_MISMATCH",
    ["de", " and ", "und"],
    ['qa_spaces_leading_removed "" -> " "', 'qa_spaces_trailing_removed "" -> " "']
  ],
  ["SPACES_MISMATCH", ["de", "Two words", "Zwei  Wörter"], ['qa_spaces_doubled "  " -> " "']],
  ["UNMATCHED_NEWLINES", ["cs", "One\n\nTwo", "Jedna"], ["qa_newlines_too_few_sections 2 1"]],
  ["UNMATCHED_NEWLINES", ["cs", "One\n\nTwo", "Jedna\n\n\nDvě"], ["qa_newlines_extra 1"]],
  ["UNMATCHED_NEWLINES", ["cs", "One\\nTwo", "Jedna Dvě"], ["qa_escapes_mismatch \\n 1 0"]],
  ["MISSING_NUMBERS", ["cs", "At least 8 characters", "Několik znaků"], ["qa_numbers_missing 8"]],
  ["MISSING_NUMBERS", ["de", "1,000 files", "100 Dateien"], ["qa_numbers_missing 1,000"]],
  ["MISSING_NUMBERS", ["ja", "Wait 30 seconds", "20秒待つ"], ["qa_numbers_missing 30"]],
  ["SPECIAL_CHARACTER_MISMATCH", ["cs", "Price in $", "Cena v korunách"], ["qa_special_char_missing $ 1"]],
  ["SPECIAL_CHARACTER_MISMATCH", ["de", "Brand", "Marke®"], ['qa_special_char_added "®"']],
  ["BRACKETS_MISMATCH", ["cs", "Name (required)", "Jméno (povinné"], ["qa_brackets_missing ) 1"]],
  ["BRACKETS_MISMATCH", ["cs", "Size (3 MB)", "Velikost (3 MB"], ["qa_brackets_missing ) 1"]],
  ["BRACKETS_UNBALANCED", ["cs", "Name (required)", "Jméno (povinné"], ['qa_brackets_unclosed "" -> ")"']],
  ["BRACKETS_UNBALANCED", ["en", null, "Name required)"], ['qa_brackets_unmatched_close ")" -> ""']],
  ["KEY_LENGTH_LIMIT", ["de", "Save", "Speichern", { maxCharLimit: 5 }], ["qa_key_length_limit_exceeded 5 9"]],
  [
    "DIFFERENT_URLS",
    ["cs", "See https://example.org/a.", "Viz https://example.org/b."],
    ['qa_url_replace "https://example.org/b" -> "https://example.org/a"']
  ],
  ["DIFFERENT_URLS", ["cs", "See https://example.org", "Viz web"], ["qa_url_missing https://example.org"]],
  [
    "DIFFERENT_URLS",
    ["cs", "Write to help@example.org", "Pište na pomoc@example.org"],
    ['qa_email_replace "pomoc@example.org" -> "help@example.org"']
  ],
  ["INCONSISTENT_PLACEHOLDERS", ["cs", "Hi {name}", "Ahoj"], ["qa_placeholders_missing {name}"]],
  ["INCONSISTENT_PLACEHOLDERS", ["cs", "Hi", "Ahoj {name}"], ['qa_placeholders_extra "{name}"']],
  ["INCONSISTENT_PLACEHOLDERS", ["cs", "Hi {name}", "Ahoj {jméno}"], ['qa_placeholders_replace "{jméno}" -> "{name}"']],
  ["INCONSISTENT_PLACEHOLDERS", ["de", "%s of %d", "%d von %s", { isIcu: false }], ["qa_placeholders_order %s %d"]],
  ["INCONSISTENT_PLACEHOLDERS", ["de", "Hi {{name}}", "Hallo", { isIcu: false }], ["qa_placeholders_missing {{name}}"]],
  ["INCONSISTENT_PLACEHOLDERS", ["de", "{day, date}", "{day, number}"], ['qa_placeholders_type "{day, number}"']],
  [
    "INCONSISTENT_PLACEHOLDERS",
    ["de", "{g, select, male {He} other {They}}", "{g, select, männlich {Er} other {Sie}}"],
    ['qa_select_options "{g, select, männlich {Er} other {Sie}}"']
  ],
  [
    "INCONSISTENT_PLACEHOLDERS",
    ["cs", boats, plural("one {# loď}", "few {lodě}", "other {# lodí}")],
    ["qa_placeholders_missing #"]
  ],
  ["INCONSISTENT_HTML", ["cs", "<b>Now</b>", "Teď"], ["qa_html_tag_missing <b>", "qa_html_tag_missing </b>"]],
  [
    "INCONSISTENT_HTML",
    ["cs", '<a class="x" href="/en">Now</a>', '<a class="y" href="/cs">Teď</a>'],
    ['qa_html_attributes "<a class=\\"y\\" href=\\"/cs\\">" -> "<a class=\\"x\\" href=\\"/en\\">"']
  ],
  ["HTML_SYNTAX", ["cs", "<b>Now</b>", "<b>Teď"], ['qa_html_unclosed_tag "<b>"']],
  ["HTML_SYNTAX", ["cs", "<0>Now</0>", "</0>Teď<0>"], ['qa_html_unopened_tag "</0>"', 'qa_html_unclosed_tag "<0>"']],
  ["INCONSISTENT_HTML", ["cs", "<0>Now</0> <1/>", "Teď <1/>"], ["qa_html_tag_missing <0>", "qa_html_tag_missing </0>"]],
  ["HTML_SYNTAX", ["cs", "<b><i>Now</i></b>", "<b><i>Teď</b></i>"], ['qa_html_nesting "</b>"']],
  ["HTML_SYNTAX", ["cs", "Now", "Teď&nbps;"], ['qa_html_unknown_entity "&nbps;"']],
  ["ICU_SYNTAX", ["cs", "Hi {name}", "Ahoj {name"], ['qa_icu_syntax_error "Ahoj {name"']],
  ["UNTRANSLATED", ["cs", "Save the file", "Save the file"], ["qa_untranslated"]],
  ["UNTRANSLATED", ["he", "Editor", "Editor"], ["qa_untranslated"]],
  [
    "PLURAL_FORMS",
    ["de", boats, plural("one {#}", "few {# Boote}", "other {# B}")],
    ['qa_extra_plural_category "# Boote"']
  ],
  ["PLURAL_FORMS", ["de", boats, plural("one {# Boote}", "other {# Boote}")], ["qa_equal_plural_forms"]],
  ["SCRIPT_CONVENTIONS", ["es", "Delete it?", "Borrar?"], ['qa_punctuation_inverted_missing "" -> "¿"']],
  [
    "SCRIPT_CONVENTIONS",
    ["zh", "Yes, delete!", "是,删除!"],
    ['qa_punctuation_full_width "," -> "，"', 'qa_punctuation_full_width "!" -> "！"']
  ],
  ["SCRIPT_CONVENTIONS", ["fr", "Delete it?", "Supprimer ?"], ['qa_spaces_before_mark_missing " " -> "\u202F"']],
  ["SCRIPT_CONVENTIONS", ["de", "Done.", "Fertig ."], ['qa_spaces_before_mark " " -> ""']],
  ["SCRIPT_CONVENTIONS", ["de", "Done", "Fer\u200Btig"], ['qa_zero_width_space "\u200B" -> ""']],
  ["SCRIPT_CONVENTIONS", ["ar", "Peace", "ســـلام"], ['qa_kashida "ـــ" -> ""']],
  ["UNSAFE_HTML", ["cs", "Now", "<script>Teď</script>"], ['qa_html_unsafe "<script>"', 'qa_html_unsafe "</script>"']],
  ["UNSAFE_HTML", ["cs", "<b>Now</b>", '<b onclick="x()">Teď</b>'], ['qa_html_unsafe "<b onclick=\\"x()\\">"']],
  ["MARKUP_MISMATCH", ["cs", "See [the docs](/docs)", "Viz dokumentace"], ["qa_markup_mismatch Markdown link 1 0"]],
  ["MARKUP_MISMATCH", ["cs", "**Now**", "Teď"], ["qa_markup_mismatch Markdown bold 1 0"]],
  ["BASE_TEXT", ["en", null, "Delete file(s)"], ['qa_base_optional_plural "(s)"']],
  ["BASE_TEXT", ["en", null, "%s of %s"], ["qa_base_unnamed_placeholders 2"]],
  [
    "TERM_MISSING",
    ["cs", "Export the keys", "Exportovat zámky", glossary("cs", "key", "klíč")],
    ["qa_term_missing keys klíč"]
  ],
  [
    "TERM_MISSING",
    ["de", "Your account", "Ihr Zugang", glossary("de", "account", "Konto")],
    ["qa_term_missing account Konto"]
  ],
  [
    "TERM_MISSING",
    ["ru", "A translation", "Текст", glossary("ru", "translation", "перевод")],
    ["qa_term_missing translation перевод"]
  ],
  ["TERM_MISSING", ["ar", "The key", "القفل", glossary("ar", "key", "مفتاح")], ["qa_term_missing key مفتاح"]],
  ["TERM_MISSING", ["ja", "Add a key", "鍵を追加", glossary("ja", "key", "キー")], ["qa_term_missing key キー"]],
  ["TERM_MISSING", ["fr", "Key, key", "Touche", glossary("fr", "key", "clé")], ["qa_term_missing Key clé"]],
  [
    "TERM_MISSING",
    ["cs", "Open Dragoman", "Otevřít dragoman", glossary("cs", "Dragoman", null, sameEverywhere)],
    ["qa_term_missing Dragoman Dragoman"]
  ],
  [
    "TERM_MISSING",
    ["cs", boats, plural("one {# loď}", "few {# čluny}", "other {# lodí}"), glossary("cs", "boat", "loď")],
    ["qa_term_missing boats loď"]
  ],
  [
    "FORBIDDEN_TERM",
    ["cs", "Log in", "Zalogovat se", glossary("cs", "log in", "zalogovat", forbidden)],
    ['qa_term_forbidden "Zalogovat"']
  ],
  [
    "FORBIDDEN_TERM",
    ["de", "The mobile phones", "Die Handys", glossary("de", "mobile", "Handy", forbidden)],
    ['qa_term_forbidden "Handys"']
  ],
  [
    "FORBIDDEN_TERM",
    ["fr", "A mail", "Un mail.", glossary("fr", "mail", "mail", forbidden)],
    ['qa_term_forbidden "mail"']
  ],
  [
    "FORBIDDEN_TERM",
    ["he", "Two files", "שני הקבצים", glossary("he", "file", "קבצים", forbidden)],
    ['qa_term_forbidden "הקבצים"']
  ],
  [
    "FORBIDDEN_TERM",
    ["zh", "User", "使用用户", glossary("zh", "user", "用户", forbidden)],
    ['qa_term_forbidden "用户"']
  ],
  [
    "FORBIDDEN_TERM",
    ["en", null, "The whitelists", glossary("en", "whitelist", null, forbidden)],
    ['qa_term_forbidden "whitelists"']
  ],
  [
    "FORBIDDEN_TERM",
    ["cs", boats, plural("one {# loď}", "few {# lodě}", "other {# šífů}"), glossary("cs", "boat", "šíf", forbidden)],
    ['qa_term_forbidden "šífů"']
  ]
]

/** Good translations, in which each check is silent. */
const correct: ReadonlyArray<Row> = [
  ["cs", "Export the keys.", "Exportovat klíče.", glossary("cs", "key", "klíč")],
  ["de", "The accounts of users", "Die Benutzerkonten", glossary("de", "account", "Konto")],
  ["ru", "Two translations", "Два перевода", glossary("ru", "translation", "перевод")],
  ["ar", "The key is missing", "المفتاح مفقود", glossary("ar", "key", "مفتاح")],
  ["ja", "Add a key here", "ここにキーを追加", glossary("ja", "key", "キー")],
  ["tr", "Users here", "Kullanıcılar burada", glossary("tr", "user", "kullanıcı")],
  ["cs", "Open keyboard", "Otevřít klávesnici", glossary("cs", "key", "klíč")],
  ["cs", "Open {key}", "Otevřít {key}", glossary("cs", "key", "klíč")],
  ["cs", "Open the key", "Otevřít zámek", glossary("cs", "key", null)],
  ["cs", "Dragoman", "Dragoman", glossary("cs", "Dragoman", null, sameEverywhere)],
  ["de", "Turn off", "Ausschalten", glossary("de", "off", "aus", forbidden)],
  ["de", "The {mail} server", "Der {mail}-Server", glossary("de", "mail", "mail", forbidden)],
  ["cs", "Save", "Uložit"],
  ["de", boats, plural("one {# Artikel}", "other {# Artikel}")],
  ["de", "delete the file", "Datei löschen"],
  ["de", "Sold out", "iPhone ausverkauft"],
  ["ja", "This value is null.", "値はnullです。"],
  ["ja", "ISBN-13 and 4 minutes.", "ISBN-13と4分。"],
  ["ar", "Delete {name}?", "حذف {name}؟"],
  ["el", "Delete it?", "Διαγραφή;"],
  ["th", "It is saved.", "บันทึกแล้ว"],
  ["hi", "It is saved.", "सहेजा गया।"],
  ["fr", "Delete it?", "Supprimer\u202F?"],
  ["fr", "You", "Vous vous levez"],
  ["es", "Delete it?", "¿Borrar?"],
  ["zh", "Yes, delete!", "是，删除！"],
  ["de", "1,234.5 kg in 2 parts", "1.234,5 kg in 2 Teilen"],
  ["ar", "30 seconds", "٣٠ ثانية"],
  ["de", "Version 1.2.3", "Version 1.2.3"],
  ["cs", "Wi-Fi", "Wi-Fi"],
  ["cs", "GitHub", "GitHub"],
  ["sk", "Test", "Test"],
  ["cs", "See https://example.org/en/a.", "Viz https://example.org/cs/a."],
  ["cs", "<b>Now</b> or <br> later", "<b>Teď</b> nebo <br/> později"],
  ["cs", "a < b and c > d", "a < b a c > d"],
  ["cs", "Search & play", "Hledat a přehrát"],
  ["cs", "Smile :)", "Úsměv :-)"],
  ["cs", "Settings (new)", "Nastavení (nové)"],
  ["cs", boats, plural("one {loď}", "few {# lodě}", "other {# lodí}")],
  [
    "pl",
    plural("=1 {boat}", "other {# boats}"),
    plural("=1 {łódź}", "few {# łodzie}", "many {# łodzi}", "other {# łodzi}")
  ],
  ["ja", boats, plural("other {#隻のボート}")],
  ["de", "{n, number} files", "{n} Dateien"],
  ["de", "{g, select, male {He} other {They}}", "{g, select, male {Er} other {Sie}}"],
  ["de", "%1$s of %2$d", "%2$d von %1$s", { isIcu: false }],
  ["de", "Use { and }", "{ und } verwenden", { isIcu: false }],
  ["cs", "{{ limit }} or less", "{{ limit }} nebo méně"],
  ["cs", "error.not_found", "Nenalezeno."],
  ["ja", "Too high ({{ height }}px).", "高すぎます({{ height }}ピクセル)。"],
  ["cs", "Size ({size} MB)", "Velikost ({size} megabajtů)"],
  ["cs", "a) first", "a) první"],
  ["de", " Scale a resource ", "Ressource skalieren"],
  ["ru", "e.g. an artist", "Например, исполнитель"],
  ["de", 'Size: <x id="A" equiv-text="?"/>', 'Größe: <x id="A" equiv-text="{{ size | unit }}"/>'],
  ["pl", "in {0}m", "w {0} min."],
  ["cs", "From %start% to %total%", "Od %start% do %total%"],
  ["cs", "{n} to %total%.", "{n} až z %total%."],
  ["es", "Apache License 2.0", "Apache License 2.0"],
  ["ru", "Ctrl", "Ctrl"],
  ["cs", "Robot", "Robot"],
  ["ar", "MMM yyyy", "MMM yyyy"],
  ["he", "IFrame", "IFrame"],
  ["en", null, "Save the file."]
]

describe("checkText", () => {
  it.each(planted)("%s: %j", (type, row, expected) => {
    assert.deepStrictEqual(problems(type, row), expected)
  })

  it.each(correct.map((row) => [row]))("is silent: %j", ([languageTag, base, text, other]) => {
    assert.deepStrictEqual(check(languageTag, base, text, other).map(sentenceOf), [])
  })

  it("has a planted mistake for each type and each code", () => {
    const types = new Set(planted.map(([type]) => type))
    assert.deepStrictEqual(
      checkTypes.filter((type) => !types.has(type)),
      []
    )
    for (const [, row] of planted) {
      for (const { message } of check(...row)) assert.property(checkSentences, message)
    }
  })

  it("gives a problem the same identity after an edit elsewhere, and two of them different ones", () => {
    const identities = (text: string) => check("de", "Two  words", text).map(({ identity }) => identity)
    const [first] = check("cs", "Save the file", "Uložit soubor soubor")
    const [second] = check("cs", "Save the file", "Teď uložit soubor soubor")
    assert.strictEqual(first?.identity, second?.identity)
    const twice = check("de", "A b", "Zwei  Wörter  hier").map(({ identity }) => identity)
    assert.strictEqual(new Set(twice).size, twice.length)
    assert.deepStrictEqual(identities("Zwei  Wörter"), [])
  })

  it("needs one of the texts that glossaries have for a term, and prefers the first glossary", () => {
    const key = [
      { baseLanguageTag: "en", terms: [termOf("cs", "key", "klíč", {}), termOf("cs", "login", "přihlášení", {})] },
      {
        baseLanguageTag: "en",
        terms: [termOf("cs", "key", "klávesa", {}), termOf("cs", "login", "přihlášení", forbidden)]
      }
    ]
    const terms = makeCheckTerms(key, { baseLanguageTag: "en", languageTag: "cs-CZ" })
    const sentences = (text: string) => check("cs-CZ", "Key of the login", text, { terms }).map(sentenceOf)
    assert.deepStrictEqual(sentences("Klíč přihlášení"), [])
    assert.deepStrictEqual(sentences("Klávesa přihlášení"), [])
    assert.deepStrictEqual(sentences("Zámek přihlášení"), ["The term “Key” is “klíč” in this language."])
    const count = (text: string) =>
      countKeptTerms(terms, {
        base: { text: "Key of the login", languageTag: "en" },
        translation: { text, languageTag: "cs-CZ" },
        isIcu: true
      })
    assert.deepStrictEqual(count("Zámek přihlášení"), { expected: 2, kept: 1 })
    assert.deepStrictEqual(count("Klíč přihlášení"), { expected: 2, kept: 2 })
  })

  it("finds the terms of a text as it is stored", () => {
    const index = buildTermIndex("en", [{ text: "boat", isCaseSensitive: false, value: "boat" }])
    const placesIn = (text: string, isIcu: boolean) =>
      findTermsInText(index, { text, languageTag: "en", isIcu }).map(({ start, end }) => text.slice(start, end))
    assert.deepStrictEqual(placesIn(boats, true), ["boat", "boats"])
    assert.deepStrictEqual(placesIn("{boat} www.boat.org <boat> a boat", true), ["boat"])
    assert.deepStrictEqual(placesIn("{boat", false), ["boat"])
  })

  it("places what it finds in a plural in the whole text, and replaces only that", () => {
    const text = plural("one {# loď loď}", "few {# lodě}", "other {# lodí}")
    const [finding] = check("cs", boats, text)
    const { start, end, form, replacement } = finding ?? assert.fail("Nothing was found.")
    assert.strictEqual(form, "one")
    const mended = text.slice(0, start ?? 0) + replacement + text.slice(end ?? 0)
    assert.strictEqual(mended, plural("one {# loď}", "few {# lodě}", "other {# lodí}"))
  })

  it("returns for any text, however odd", () => {
    for (const text of [
      "{",
      "}",
      "'{",
      "%",
      "<",
      "<<b>",
      "&",
      "((((",
      "\u{1F6A2}",
      "\uD83D",
      "{n, plural, other {",
      "#",
      "{0}{0}"
    ]) {
      for (const base of [null, "a", text]) check("cs", base, text)
    }
  })
})
