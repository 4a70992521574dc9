import { assert, describe, it } from "vitest"
import { buildTermIndex, findTerms, termMatchesMax } from "./term-index.ts"
import { naiveFindTerms } from "./testing/naive-find-terms.ts"

/** `[Key]` is the one match, `{Key}` an overlapped one in it; ` = ` stands before the terms of the matches. */
const shown = (languageTag: string, terms: ReadonlyArray<string>, text: string): ReadonlyArray<string> => {
  const indexed = terms.map((term) => {
    const isCaseSensitive = term.startsWith("=")
    return { text: isCaseSensitive ? term.slice(1) : term, isCaseSensitive, value: term }
  })
  const found = findTerms(buildTermIndex(languageTag, indexed), text)
  assert.deepStrictEqual(found, naiveFindTerms(languageTag, indexed, text))
  return found.map(
    ({ value, kind, start, end, isOverlapped }) =>
      `${value}: ${text.slice(start, end)} ${kind}${isOverlapped ? ", overlapped" : ""}`
  )
}

describe("terms of a text", () => {
  it.each<[string, string, ReadonlyArray<string>, string, ReadonlyArray<string>]>([
    ["are whole words", "en", ["art"], "The party has art", ["art: art exact"]],
    ["come in other capitals", "en", ["key"], "KEY", ["key: KEY case"]],
    [
      "need their capitals if they say so",
      "en",
      ["=Port"],
      "port PORT Port Ports",
      ["=Port: Port exact", "=Port: Ports inflected"]
    ],
    [
      "have several words, with any white space between",
      "en",
      ["memory card"],
      "memory\n\u00A0card",
      ["memory card: memory\n\u00A0card exact"]
    ],
    ["need the white space that they have", "en", ["Wi-Fi", "log in"], "Wi Fi, Wi-Fi, login", ["Wi-Fi: Wi-Fi exact"]],
    [
      "win if they are longer, and the others say so",
      "en",
      ["memory", "memory card", "card"],
      "memory card",
      ["memory card: memory card exact", "memory: memory exact, overlapped", "card: card exact, overlapped"]
    ],
    [
      "win over longer ones that begin earlier only by length",
      "en",
      ["a b", "b c d"],
      "a b c d",
      ["a b: a b exact, overlapped", "b c d: b c d exact"]
    ],
    [
      "win from the left if they are as long",
      "en",
      ["a b", "b c"],
      "a b c",
      ["a b: a b exact", "b c: b c exact, overlapped"]
    ],
    [
      "win by the better kind at the same place",
      "en",
      ["Files", "files"],
      "files",
      ["files: files exact", "Files: files case, overlapped"]
    ],
    [
      "win by their order if all is the same",
      "en",
      ["key", "key"],
      "key",
      ["key: key exact", "key: key exact, overlapped"]
    ],
    [
      "need no letters",
      "en",
      ["C++", "404", ".NET", "→"],
      "404 → C++, .NET",
      ["404: 404 exact", "→: → exact", "C++: C++ exact", ".NET: .NET exact"]
    ],
    ["that begin or end with a sign are not a part of more", "en", ["C++", ".NET"], "C++11 ASP.NET", []],
    ["come with an apostrophe", "en", ["user"], "the user's", ["user: user exact"]],
    [
      "are found in composed and decomposed letters",
      "fr",
      ["clé"],
      "cle\u0301, clé",
      ["clé: cle\u0301 exact", "clé: clé exact"]
    ],
    ["keep their places behind letters that small ones make longer", "tr", ["kapı"], "İİ KAPI", ["kapı: KAPI case"]],
    ["are found across soft hyphens", "de", ["Schlüssel"], "Schlüs\u00ADsel", ["Schlüssel: Schlüs\u00ADsel exact"]],
    ["are not in placeholders, nor around them", "en", ["key", "log in"], "\uFFFC\uFFFC\uFFFC log \uFFFC in", []],
    ["stand beside placeholders", "en", ["key"], "\uFFFCkey\uFFFC", ["key: key exact"]],
    [
      "are parts of texts without spaces",
      "ja",
      ["翻訳", "翻訳メモリ", "API"],
      "この翻訳メモリのAPI",
      ["翻訳メモリ: 翻訳メモリ exact", "翻訳: 翻訳 exact, overlapped", "API: API exact"]
    ],
    ["of Chinese", "zh-Hant", ["翻譯", "記憶庫"], "使用翻譯記憶庫", ["翻譯: 翻譯 exact", "記憶庫: 記憶庫 exact"]],
    ["of Thai end before no mark", "th", ["คำ", "คีย"], "คำแปลและคีย์", ["คำ: คำ exact"]],
    ["of English in a Japanese text are whole words", "ja", ["art"], "partのart", ["art: art exact"]],
    [
      "in English are plural or possessive",
      "en",
      ["entry", "status", "process"],
      "entries, statuses, processes",
      ["entry: entries inflected", "status: statuses inflected", "process: processes inflected"]
    ],
    [
      "in German have endings and umlauts",
      "de",
      ["Haus", "Benutzer", "Ergebnis"],
      "Häusern, Benutzers, Ergebnisse",
      ["Haus: Häusern inflected", "Benutzer: Benutzers inflected", "Ergebnis: Ergebnisse inflected"]
    ],
    [
      "in German are parts of compounds",
      "de",
      ["Konto", "Übersetzung"],
      "Benutzerkonten und Übersetzungsdatei",
      ["Konto: konten compound", "Übersetzung: Übersetzung compound"]
    ],
    ["in German of four letters are no parts", "de", ["Port"], "Transport", []],
    [
      "in Dutch change their vowels",
      "nl",
      ["taal", "knop"],
      "talen, knoppen",
      ["taal: talen inflected", "knop: knoppen inflected"]
    ],
    [
      "in Swedish",
      "sv",
      ["nyckel", "fil"],
      "nycklarna, filer",
      ["nyckel: nycklarna inflected", "fil: filer inflected"]
    ],
    [
      "in French",
      "fr",
      ["journal", "fichier"],
      "les journaux, l'fichiers",
      ["journal: journaux inflected", "fichier: fichiers inflected"]
    ],
    [
      "in Spanish",
      "es",
      ["traducción", "luz"],
      "traducciones, luces",
      ["traducción: traducciones inflected", "luz: luces inflected"]
    ],
    [
      "in Portuguese",
      "pt-BR",
      ["tradução", "imagem"],
      "traduções, imagens",
      ["tradução: traduções inflected", "imagem: imagens inflected"]
    ],
    [
      "in Italian",
      "it",
      ["amica", "messaggio"],
      "amiche, messaggi",
      ["amica: amiche inflected", "messaggio: messaggi inflected"]
    ],
    [
      "in Czech",
      "cs",
      ["jazyk", "větev", "účet", "kniha"],
      "v jazyce, větve, účtu, knize",
      ["jazyk: jazyce inflected", "větev: větve inflected", "účet: účtu inflected", "kniha: knize inflected"]
    ],
    [
      "in Polish",
      "pl",
      ["użytkownik", "hasło"],
      "użytkownicy, haseł",
      ["użytkownik: użytkownicy inflected", "hasło: haseł inflected"]
    ],
    [
      "in Russian",
      "ru",
      ["перевод", "организация"],
      "переводами организаций",
      ["перевод: переводами inflected", "организация: организаций inflected"]
    ],
    ["in Ukrainian", "uk", ["переклад"], "перекладів", ["переклад: перекладів inflected"]],
    ["in Hungarian", "hu", ["kulcs"], "kulcsokat", ["kulcs: kulcsokat inflected"]],
    ["in Finnish", "fi", ["tiedosto"], "tiedostossa", ["tiedosto: tiedostossa inflected"]],
    ["in Turkish", "tr", ["kullanıcı"], "kullanıcıların", ["kullanıcı: kullanıcıların inflected"]],
    ["in Greek", "el", ["μήνυμα"], "ΜΗΝΥΜΑΤΑ μηνύματα", ["μήνυμα: ΜΗΝΥΜΑΤΑ inflected", "μήνυμα: μηνύματα inflected"]],
    [
      "in Arabic have articles, prepositions and vowel signs",
      "ar",
      ["مفتاح", "لغة"],
      "بالمفتاح واللغة مِفتاح",
      ["مفتاح: بالمفتاح inflected", "لغة: واللغة inflected", "مفتاح: مِفتاح inflected"]
    ],
    ["in Hebrew", "he", ["תרגום"], "התרגומים", ["תרגום: התרגומים inflected"]],
    ["in Persian", "fa", ["کاربر"], "کاربر\u200Cها", ["کاربر: کاربر\u200Cها inflected"]],
    ["in Korean have particles", "ko", ["번역"], "번역에서는", ["번역: 번역에서는 inflected"]],
    [
      "in a language without rules are the same words",
      "eo",
      ["ŝlosilo"],
      "Ŝlosilo ŝlosiloj",
      ["ŝlosilo: Ŝlosilo case"]
    ],
    ["in a language that is none are the same words", "constructor", ["key"], "key keys", ["key: key exact"]],
    ["in English are no other words", "en", ["note", "theme", "plan"], "not them planes", []],
    [
      "in English are verbs",
      "en",
      ["delete", "edit"],
      "deleting, edited",
      ["delete: deleting inflected", "edit: edited inflected"]
    ],
    ["in German are no other words", "de", ["Seite"], "seit Seiten", ["Seite: Seiten inflected"]],
    ["keep short words whole", "en", ["bus", "us"], "bu us bus", ["us: us exact", "bus: bus exact"]]
  ])("%s (%s)", (_, languageTag, terms, text, expected) => {
    assert.deepStrictEqual(shown(languageTag, terms, text), expected)
  })

  it("are none without terms, and of none without words", () => {
    assert.deepStrictEqual(shown("en", [], "key"), [])
    assert.deepStrictEqual(shown("en", ["", " "], " key "), [])
  })

  it("are the same as by comparing each term with each place", () => {
    const parts = {
      en: [
        "key",
        "keys",
        "Key",
        "entry",
        "entries",
        "C",
        "+",
        "-",
        " ",
        " ",
        "  ",
        "\uFFFC",
        "e\u0301",
        "é",
        "4",
        "漢",
        "字",
        ".",
        "card"
      ],
      de: ["Konto", "konten", "Benutzer", "Übersetzung", "s", "übersicht", " ", " ", "-", "Haus", "Häuser", "\u00AD"],
      ar: ["مفتاح", "ال", "ب", "ات", " ", "و", "لغة", "\u0640"],
      tr: ["İ", "I", "ı", "i", "kapı", "lar", " ", "'"]
    }
    let state = 7
    // Lehmer's generator: the next number is certain, and a failing case can be repeated.
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const pick = (all: ReadonlyArray<string>, count: number) =>
      Array.from({ length: count }, () => all[Math.floor(random() * all.length)] ?? "").join("")
    for (const [languageTag, all] of Object.entries(parts)) {
      for (let round = 0; round < 150; round++) {
        const terms = Array.from({ length: 8 }, (_, value) => ({
          text: pick(all, 1 + Math.floor(random() * 4)),
          isCaseSensitive: random() < 0.3,
          value
        }))
        const text = pick(all, 25)
        const found = findTerms(buildTermIndex(languageTag, terms), text)
        assert.deepStrictEqual(found, naiveFindTerms(languageTag, terms, text), JSON.stringify({ terms, text }))
      }
    }
  })

  it("are bounded in a text that repeats one", () => {
    const terms = Array.from({ length: 5_000 }, (_, value) => ({ text: "a", isCaseSensitive: false, value }))
    const { length } = findTerms(buildTermIndex("en", terms), "a ".repeat(30_000))
    assert.isAtLeast(length, termMatchesMax)
    assert.isAtMost(length, termMatchesMax + 100)
  })
})
