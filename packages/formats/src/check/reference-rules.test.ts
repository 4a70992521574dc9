import { assert, describe, it } from "vitest"
import { type CheckedText, type CheckType, checkTypes } from "./check.ts"
import { checkText } from "./check-text.ts"

// A second spelling of the rules that clients of Tolgee know, as short as their descriptions: no dialects, no languages, no exceptions.
// Where the checks differ from it, they do so on purpose, and `differences` says why.

interface Text {
  readonly languageTag: string
  /** Null = the text is the base text. */
  readonly base: string | null
  readonly text: string
  readonly maxCharLimit?: number
  readonly isIcu?: boolean
}

interface Form {
  readonly name: string | null
  readonly text: string
}

/** The reports of one rule, each the code of its message and its params. */
type Rule = (text: Text) => ReadonlyArray<string>

/** A rule of one form and the same form of the base text, else its `other`; blank texts have no problems. */
const perForm =
  (rule: (text: string, base: string, hasArguments: boolean, isForm: boolean) => ReadonlyArray<string>): Rule =>
  ({ text, base, isIcu = true }) => {
    if (base === null) return []
    const baseForms = formsOf(base)
    return formsOf(text).flatMap((form) => {
      const baseForm =
        baseForms.find(({ name }) => name === form.name) ?? baseForms.find(({ name }) => name === "other")
      const other = baseForm?.text ?? baseForms[0]?.text ?? ""
      if (form.text.trim() === "" || other.trim() === "") return []
      const isForm = form.name !== null
      return rule(form.text, other, isIcu && (isForm || /\{\s*\w+\s*[,}]/.test(form.text + other)), isForm)
    })
  }

const formsOf = (text: string): ReadonlyArray<Form> => {
  const head = /^\{\s*\w+\s*,\s*plural\s*,/.exec(text)
  if (head === null) return [{ name: null, text }]
  const forms: Array<Form> = []
  let rest = text.slice(head[0].length)
  for (;;) {
    const name = /^\s*(=?\w+)\s*\{/.exec(rest)
    if (name === null) return forms
    let end = name[0].length
    for (let depth = 1; depth > 0 && end < rest.length; end++)
      depth += rest[end] === "{" ? 1 : rest[end] === "}" ? -1 : 0
    forms.push({ name: name[1] ?? "", text: rest.slice(name[0].length, end - 1) })
    rest = rest.slice(end)
  }
}

const filler = (found: string) => "\uFFFC".repeat(found.length)

/** Without arguments, tags and links, where problems are dropped. */
const unblocked = (text: string) =>
  text.replace(/\{[^{}]*\}|<\/?[A-Za-z][^<>]*>|(?:https?|ftp):\/\/[^\s<>"']+|www\.[^\s<>"']+/g, filler)

const count = (text: string, part: string) => text.split(part).length - 1

/** Those of `expected` that `actual` has not, by number. */
const missingFrom = (expected: ReadonlyArray<string>, actual: ReadonlyArray<string>) => {
  const rest = [...actual]
  return expected.filter((one) => {
    const index = rest.indexOf(one)
    if (index !== -1) rest.splice(index, 1)
    return index === -1
  })
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([found, group]) => group ?? found)

const marks = /[.,!?:;]$/

const blocksOf = (text: string) => text.trim().split(/\n(?:[ \t]*\n)+/).length
const blankLinesOf = (text: string) => all(text.trim(), /(?<=\n)[ \t]*\n/g).length

const urlsOf = (text: string) =>
  all(text, /(?:(?:https?|ftp):\/\/|www\.)[^\s<>"']+/g).map((url) => url.replace(/[.,!?:;)\]]+$/, ""))

const namesOf = (text: string, isForm: boolean) => [
  ...all(text, /\{\s*(\w+)\s*[,}]/g).map((name) => `{${name}}`),
  ...(isForm ? all(text, /#/g) : [])
]

const tagsOf = (text: string) =>
  all(text, /<\/?[A-Za-z][^<>]*>/g).map((tag) => tag.replace(/^(<\/?\w+)[^>]*?(\/?>)$/, "$1$2"))

const balance = (
  text: string,
  opening: string,
  closing: string
): { readonly open: number; readonly unmatched: number } => {
  let open = 0
  let unmatched = 0
  for (const unit of text) {
    if (unit === opening) open++
    else if (unit === closing && open > 0) open--
    else if (unit === closing) unmatched++
  }
  return { open, unmatched }
}

const rules: Readonly<Partial<Record<CheckType, Rule>>> = {
  EMPTY_TRANSLATION: ({ text }) =>
    formsOf(text).every((form) => form.text.trim() === "") ? ["qa_empty_translation"] : [],
  MISSING_PLURAL_CATEGORIES: ({ text, languageTag }) => {
    const forms = formsOf(text)
    if (forms[0]?.name === null || forms.every((form) => form.text.trim() === "")) return []
    const filled = forms.filter((form) => form.text.trim() !== "").map(({ name }) => name)
    return new Intl.PluralRules(languageTag)
      .resolvedOptions()
      .pluralCategories.filter((category) => !filled.includes(category))
      .map((category) => `qa_missing_plural_category ${category}`)
  },
  CHARACTER_CASE_MISMATCH: perForm((text, base) => {
    const [own = "", expected = ""] = [text, base].map((one) => /\p{L}/u.exec(unblocked(one))?.[0])
    if (/\p{Lu}/u.test(expected) && /\p{Ll}/u.test(own)) return ["qa_case_capitalize"]
    return /\p{Ll}/u.test(expected) && /\p{Lu}/u.test(own) ? ["qa_case_lowercase"] : []
  }),
  REPEATED_WORDS: perForm((text) => {
    const words = [...unblocked(text).matchAll(/(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*/gu)]
    return words.flatMap(({ 0: second, index }, place) => {
      const before = words[place - 1]
      if (before?.[0].toLowerCase() !== second.toLowerCase()) return []
      const between = text.slice(before.index + before[0].length, index)
      return /^[ \u00A0]+$/.test(between) ? [`qa_repeated_word ${second}`] : []
    })
  }),
  PUNCTUATION_MISMATCH: perForm((text, base) => {
    const own = marks.exec(text.trim())?.[0]
    const expected = marks.exec(base.trim())?.[0]
    if (own === expected) return []
    if (own === undefined) return [`qa_punctuation_add ${expected}`]
    return expected === undefined ? [`qa_punctuation_remove ${own}`] : [`qa_punctuation_replace ${own} ${expected}`]
  }),
  TRIM_CHECK: ({ text, base }) => {
    if (base !== null || text.trim() === "") return []
    const kind = (space: string) => (/[\r\n]/.test(space) ? "newlines" : "spaces")
    const leading = /^[ \t\u00A0\r\n]+/.exec(text)?.[0]
    const trailing = /[ \t\u00A0\r\n]+$/.exec(text)?.[0]
    return [
      ...(leading === undefined ? [] : [`qa_leading_${kind(leading)}`]),
      ...(trailing === undefined ? [] : [`qa_trailing_${kind(trailing)}`])
    ]
  },
  SPACES_MISMATCH: perForm((text, base) => {
    const change = (own: number, expected: number) => (own > expected ? "added" : "removed")
    const leading = [text, base].map((one) => one.length - one.trimStart().length)
    const trailing = [text, base].map((one) => one.length - one.trimEnd().length)
    return [
      ...all(unblocked(text), /(?<=\S) {2,}(?=\S)/g).map(() => "qa_spaces_doubled"),
      ...[["leading", leading] as const, ["trailing", trailing] as const].flatMap(([end, [own = 0, expected = 0]]) =>
        own === expected ? [] : [`qa_spaces_${end}_${change(own, expected)}`]
      )
    ]
  }),
  UNMATCHED_NEWLINES: perForm((text, base) => {
    const [own, expected] = [blocksOf(text), blocksOf(base)]
    if (own !== expected) return [`qa_newlines_too_${own > expected ? "many" : "few"}_sections ${expected} ${own}`]
    const difference = blankLinesOf(text) - blankLinesOf(base)
    if (difference === 0) return []
    return [`qa_newlines_${difference > 0 ? "extra" : "missing"} ${Math.abs(difference)}`]
  }),
  MISSING_NUMBERS: perForm((text, base) => {
    const number = /\d+(?:[.,]\d+)*/g
    return missingFrom(all(base, number), all(text, number)).map((one) => `qa_numbers_missing ${one}`)
  }),
  SPECIAL_CHARACTER_MISMATCH: perForm((text, base, hasArguments) =>
    [..."$€£¥@&©®™°", ...(hasArguments ? [] : ["#"])].flatMap((character) => {
      const difference = count(unblocked(text), character) - count(unblocked(base), character)
      if (difference === 0) return []
      return difference < 0
        ? [`qa_special_char_missing ${character} ${-difference}`]
        : [`qa_special_char_added ${character}`]
    })
  ),
  BRACKETS_MISMATCH: perForm((text, base, hasArguments) =>
    ["(", ")", "[", "]", ...(hasArguments ? [] : ["{", "}"])].flatMap((bracket) => {
      const difference = count(text, bracket) - count(base, bracket)
      if (difference === 0) return []
      return difference < 0 ? [`qa_brackets_missing ${bracket} ${-difference}`] : [`qa_brackets_extra ${bracket}`]
    })
  ),
  BRACKETS_UNBALANCED: perForm((text) =>
    ["()", "[]"].flatMap(([opening = "", closing = ""]) => {
      const { open, unmatched } = balance(text, opening, closing)
      return [
        ...(open === 0 ? [] : [`qa_brackets_unclosed ${opening.repeat(open)} ${open}`]),
        ...Array.from({ length: unmatched }, () => `qa_brackets_unmatched_close ${closing}`)
      ]
    })
  ),
  KEY_LENGTH_LIMIT: ({ text, maxCharLimit = 0 }) => {
    const { length } = text.replace(/\{[^{}]*\}|<[^<>]*>/g, "")
    return maxCharLimit > 0 && length > maxCharLimit ? [`qa_key_length_limit_exceeded ${maxCharLimit} ${length}`] : []
  },
  DIFFERENT_URLS: perForm((text, base) => {
    const missing = missingFrom(urlsOf(base), urlsOf(text))
    const extra = missingFrom(urlsOf(text), urlsOf(base))
    if (missing.length === 1 && extra.length === 1) return [`qa_url_replace ${extra[0]} ${missing[0]}`]
    return [...missing.map((url) => `qa_url_missing ${url}`), ...extra.map((url) => `qa_url_extra ${url}`)]
  }),
  INCONSISTENT_PLACEHOLDERS: perForm((text, base, _, isForm) => {
    if ([text, base].some((one) => count(one, "{") !== count(one, "}"))) return []
    const missing = missingFrom(namesOf(base, isForm), namesOf(text, isForm))
    const extra = missingFrom(namesOf(text, isForm), namesOf(base, isForm))
    if (missing.length === 1 && extra.length === 1) return [`qa_placeholders_replace ${extra[0]} ${missing[0]}`]
    return [
      ...missing.map((name) => `qa_placeholders_missing ${name}`),
      ...extra.map((name) => `qa_placeholders_extra ${name}`)
    ]
  }),
  INCONSISTENT_HTML: perForm((text, base) => [
    ...missingFrom(tagsOf(base), tagsOf(text)).map((tag) => `qa_html_tag_missing ${tag}`),
    ...missingFrom(tagsOf(text), tagsOf(base)).map((tag) => `qa_html_tag_extra ${tag}`)
  ]),
  HTML_SYNTAX: perForm((text) => {
    const names = new Set(all(text, /<\/?(\w+)[^<>]*>/g).filter((name) => name !== "br"))
    return [...names].flatMap((name) => {
      const marked = tagsOf(text)
        .map((tag) => (tag === `<${name}>` ? "(" : tag === `</${name}>` ? ")" : ""))
        .join("")
      const { open, unmatched } = balance(marked, "(", ")")
      return [
        ...Array.from({ length: open }, () => `qa_html_unclosed_tag <${name}>`),
        ...Array.from({ length: unmatched }, () => `qa_html_unopened_tag </${name}>`)
      ]
    })
  }),
  ICU_SYNTAX: ({ text }) => (balance(text, "{", "}").open > 0 ? ["qa_icu_syntax_error"] : [])
}

const byRules = (text: Text): ReadonlyArray<string> =>
  checkTypes.flatMap((type) => (rules[type]?.(text) ?? []).map((report) => `${type} ${report}`)).sort()

const byChecks = ({ text, languageTag, base, maxCharLimit, isIcu }: Text): ReadonlyArray<string> => {
  const checked: CheckedText = {
    text,
    languageTag,
    base: base === null ? null : { text: base, languageTag: "en" },
    isPlural: false,
    isIcu: isIcu ?? true,
    maxCharLimit: maxCharLimit ?? null
  }
  return checkText(checked, new Set(checkTypes.filter((type) => rules[type] !== undefined)))
    .map(({ type, message, params }) =>
      [type, message, ...(message === "qa_icu_syntax_error" ? [] : Object.values(params ?? {}))].join(" ")
    )
    .sort()
}

const row = (languageTag: string, base: string | null, text: string, other: Partial<Text> = {}): Text => ({
  languageTag,
  base,
  text,
  ...other
})

const boats = "{n, plural, one {# boat} other {# boats}}"

/** Both report the same here: mistakes of each type, and texts without one. */
const same: ReadonlyArray<Text> = [
  row("cs", "Save", " "),
  row("cs", boats, "{n, plural, one {} few {} other {}}"),
  row("ru", boats, "{n, plural, one {# boat} few {# boats} other {# boats}}"),
  row("nl", boats, "{n, plural, one {} other {# boten}}"),
  row("cs", "Save it", "uložit"),
  row("cs", "save the file", "Uložit soubor"),
  row("cs", "Save the file", "Uložit soubor soubor"),
  row("es", "The end", "El fin Fin"),
  row("cs", "It is saved.", "Uloženo"),
  row("cs", "Name", "Jméno:"),
  row("de", "Delete it?", "Wird gelöscht!"),
  row("en", null, " Save "),
  row("en", null, "\nSave\n"),
  row("cs", "Name: ", "Jméno:"),
  row("cs", "Name", " Jméno"),
  row("cs", "Name", "Jméno  osoby"),
  row("cs", "One\n\nTwo", "Jedna"),
  row("cs", "One", "Jedna\n\nDvě"),
  row("cs", "One\n\nTwo", "Jedna\n\n\nDvě"),
  row("cs", "One\n\n\nTwo", "Jedna\n\nDvě"),
  row("cs", "At least 8 characters", "Několik znaků"),
  row("cs", "8 of 8 parts", "8 dílů celkem"),
  row("cs", "Price in $", "Cena v korunách"),
  row("de", "Brand", "Marke®"),
  row("cs", "Name (required)", "Jméno (povinné"),
  row("cs", "Name [required", "Jméno povinné"),
  row("cs", "Name required", "Jméno povinné)"),
  row("de", "Save", "Speichern", { maxCharLimit: 5 }),
  row("de", "Hi {name}", "Hallo {name}", { maxCharLimit: 5 }),
  row("cs", "See https://example.org/a.", "Viz https://example.org/b."),
  row("cs", "See https://example.org", "Viz web"),
  row("cs", "See the site", "Viz www.example.org"),
  row("cs", "Hi {name}", "Ahoj"),
  row("cs", "Hi", "Ahoj {name}"),
  row("cs", "Hi {name}", "Ahoj {user}"),
  row("cs", "<b>Now</b>", "Teď"),
  row("cs", "Now<br/>later", "Teď <i>později</i>"),
  row("cs", "<b>Now</b>", "<b>Teď"),
  row("cs", "<b>Now</b>", "Teď</b>"),
  row("cs", "Hi {name}", "Ahoj {name"),
  row("cs", "Save the file.", "Uložte soubor."),
  row(
    "de",
    "Hi {name}, see <b>{n}</b> at https://example.org",
    "Hallo {name}, siehe <b>{n}</b> auf https://example.org"
  ),
  row("cs", boats, "{n, plural, one {# loď} few {# lodě} many {# lodi} other {# lodí}}")
]

/** Each reports what stands in its list. */
const differences: ReadonlyArray<
  readonly [why: string, text: Text, rules: ReadonlyArray<string>, checks: ReadonlyArray<string>]
> = [
  [
    "no whole number has the form of fractions",
    row("cs", boats, "{n, plural, one {# loď} few {# lodě} other {# lodí}}"),
    ["MISSING_PLURAL_CATEGORIES qa_missing_plural_category many"],
    []
  ],
  [
    "a form for exactly 1 is as good as one that stands for 1 alone",
    row("nl", boats, "{n, plural, =1 {# boot} other {# boten}}"),
    ["MISSING_PLURAL_CATEGORIES qa_missing_plural_category one"],
    []
  ],
  [
    "German nouns are capitals",
    row("de", "delete the file", "Datei löschen"),
    ["CHARACTER_CASE_MISMATCH qa_case_lowercase"],
    []
  ],
  [
    "names keep their letters",
    row("de", "Sold out", "iPhone ausverkauft"),
    ["CHARACTER_CASE_MISMATCH qa_case_capitalize"],
    []
  ],
  [
    "a text that begins with a placeholder has no case",
    row("cs", "{count} of files", "Souborů {count}"),
    ["CHARACTER_CASE_MISMATCH qa_case_lowercase"],
    []
  ],
  ["French repeats pronouns", row("fr", "You get up", "Vous vous levez"), ["REPEATED_WORDS qa_repeated_word vous"], []],
  [
    "so does the base text",
    row("cs", "Very very good", "Velmi velmi dobré"),
    ["REPEATED_WORDS qa_repeated_word velmi"],
    []
  ],
  [
    "scripts have marks of their own",
    row("ar", "Delete it?", "حذف؟"),
    ["PUNCTUATION_MISMATCH qa_punctuation_add ?"],
    []
  ],
  [
    "the Greek question mark looks like a semicolon",
    row("el", "Delete it?", "Διαγραφή;"),
    ["PUNCTUATION_MISMATCH qa_punctuation_replace ; ?"],
    []
  ],
  ["Thai has no full stop", row("th", "It is saved.", "บันทึกแล้ว"), ["PUNCTUATION_MISMATCH qa_punctuation_add ."], []],
  [
    "a closing quote is passed over",
    row("de", "Press “Save.”", "Drücken „Sichern“"),
    [],
    ["PUNCTUATION_MISMATCH qa_punctuation_add ."]
  ],
  ["an ellipsis is not a stop", row("de", "Loading…", "Laden"), [], ["PUNCTUATION_MISMATCH qa_punctuation_add …"]],
  ["three dots are an ellipsis", row("de", "Loading...", "Laden…"), ["PUNCTUATION_MISMATCH qa_punctuation_add ."], []],
  [
    "the stop belongs to a unit",
    row("pl", "in {n}m", "w {n} min."),
    ["PUNCTUATION_MISMATCH qa_punctuation_remove ."],
    []
  ],
  [
    "the base text has several spaces, too",
    row("de", "Two  words", "Zwei  Wörter"),
    ["SPACES_MISMATCH qa_spaces_doubled"],
    []
  ],
  [
    "a template indents its texts",
    row("de", " Scale it ", "Skalieren"),
    ["SPACES_MISMATCH qa_spaces_leading_removed", "SPACES_MISMATCH qa_spaces_trailing_removed"],
    []
  ],
  [
    "line breaks that are written out count",
    row("cs", "One\\nTwo", "Jedna Dvě"),
    [],
    ["UNMATCHED_NEWLINES qa_escapes_mismatch \\n 1 0"]
  ],
  [
    "languages write numbers in their way",
    row("de", "1,000.5 kg", "1.000,5 kg"),
    ["MISSING_NUMBERS qa_numbers_missing 1,000.5"],
    []
  ],
  [
    "scripts have digits of their own",
    row("ar", "30 seconds", "٣٠ ثانية"),
    ["MISSING_NUMBERS qa_numbers_missing 30"],
    []
  ],
  [
    "1 and 2 are written in words",
    row("cs", "Take 1 part", "Vezměte jeden díl"),
    ["MISSING_NUMBERS qa_numbers_missing 1"],
    []
  ],
  [
    "a number in a placeholder is none of the text",
    row("cs", "Hi {0}", "Ahoj"),
    ["INCONSISTENT_PLACEHOLDERS qa_placeholders_missing {0}", "MISSING_NUMBERS qa_numbers_missing 0"],
    ["INCONSISTENT_PLACEHOLDERS qa_placeholders_missing {0}"]
  ],
  [
    "a word takes the place of the sign",
    row("cs", "Search & play", "Hledat a přehrát"),
    ["SPECIAL_CHARACTER_MISMATCH qa_special_char_missing & 1"],
    []
  ],
  [
    "a number sign is no sign of ICU messages",
    row("cs", "Part #", "Díl"),
    ["SPECIAL_CHARACTER_MISMATCH qa_special_char_missing # 1"],
    []
  ],
  [
    "an entity is no sign",
    row("cs", "Now", "Teď&nbsp;"),
    ["PUNCTUATION_MISMATCH qa_punctuation_remove ;", "SPECIAL_CHARACTER_MISMATCH qa_special_char_added &"],
    ["PUNCTUATION_MISMATCH qa_punctuation_remove ;"]
  ],
  [
    "a text of its own may have a note",
    row("cs", "Name (required)", "Povinné jméno"),
    ["BRACKETS_MISMATCH qa_brackets_missing ( 1", "BRACKETS_MISMATCH qa_brackets_missing ) 1"],
    []
  ],
  [
    "a smiley is no bracket",
    row("cs", "Good", "Dobře :)"),
    ["BRACKETS_MISMATCH qa_brackets_extra )", "BRACKETS_UNBALANCED qa_brackets_unmatched_close )"],
    []
  ],
  [
    "full-width brackets are brackets",
    row("ja", "Name (new)", "名前（新"),
    ["BRACKETS_MISMATCH qa_brackets_missing ( 1", "BRACKETS_MISMATCH qa_brackets_missing ) 1"],
    ["BRACKETS_MISMATCH qa_brackets_missing ) 1", "BRACKETS_UNBALANCED qa_brackets_unclosed ( 1"]
  ],
  [
    "the address has a language",
    row("cs", "See https://example.org/en/a", "Viz https://example.org/cs/a"),
    ["DIFFERENT_URLS qa_url_replace https://example.org/cs/a https://example.org/en/a"],
    []
  ],
  [
    "addresses of mail are compared, too",
    row("cs", "Write to help@example.org", "Pište na pomoc@example.org"),
    [],
    ["DIFFERENT_URLS qa_email_replace pomoc@example.org help@example.org"]
  ],
  [
    "placeholders of other dialects are compared, too",
    row("cs", "Hi %s", "Ahoj", { isIcu: false }),
    [],
    ["INCONSISTENT_PLACEHOLDERS qa_placeholders_missing %s"]
  ],
  [
    "a placeholder may stand twice",
    row("cs", "Hi {name}", "Ahoj {name}, {name}"),
    ["INCONSISTENT_PLACEHOLDERS qa_placeholders_extra {name}"],
    []
  ],
  [
    "a form for a single number may say it in words",
    row("cs", boats, "{n, plural, one {loď} few {# lodě} many {# lodi} other {# lodí}}"),
    ["INCONSISTENT_PLACEHOLDERS qa_placeholders_missing #"],
    []
  ],
  [
    "types of arguments are compared, too",
    row("de", "{day, date}", "{day, number}"),
    [],
    ["INCONSISTENT_PLACEHOLDERS qa_placeholders_type {day} number date"]
  ],
  [
    "names of elements have no case",
    row("cs", "<B>Now</B>", "<b>Teď</b>"),
    [
      "INCONSISTENT_HTML qa_html_tag_extra </b>",
      "INCONSISTENT_HTML qa_html_tag_extra <b>",
      "INCONSISTENT_HTML qa_html_tag_missing </B>",
      "INCONSISTENT_HTML qa_html_tag_missing <B>"
    ],
    []
  ],
  [
    "prose with < is no tag",
    row("cs", "Where a and b", "Kde a <b a c> d"),
    ["HTML_SYNTAX qa_html_unclosed_tag <b>", "INCONSISTENT_HTML qa_html_tag_extra <b>"],
    []
  ],
  [
    "attributes are compared, too",
    row("cs", '<a id="x">Now</a>', '<a id="y">Teď</a>'),
    [],
    ['INCONSISTENT_HTML qa_html_attributes <a id="y"> <a id="x">']
  ],
  [
    "the order of tags is compared, too",
    row("cs", "<b><i>Now</i></b>", "<b><i>Teď</b></i>"),
    [],
    ["HTML_SYNTAX qa_html_nesting <b>"]
  ],
  [
    "texts that are no ICU messages have braces",
    row("de", "Use { now", "Nun { verwenden", { isIcu: false }),
    ["ICU_SYNTAX qa_icu_syntax_error"],
    []
  ]
]

describe("the rules that clients of Tolgee know", () => {
  it("are all that Tolgee has, without spelling and grammar, which need a dictionary", () => {
    assert.deepStrictEqual(Object.keys(rules), [...checkTypes.slice(0, Object.keys(rules).length)])
    assert.strictEqual(Object.keys(rules).length, 18)
  })

  it.each(same.map((text) => [text]))("report the same in a second spelling: %j", (text) => {
    assert.deepStrictEqual(byChecks(text), byRules(text))
  })

  it("are each broken by one of these texts", () => {
    const broken = new Set(same.flatMap((text) => byRules(text).map((report) => report.split(" ")[0] ?? "")))
    assert.deepStrictEqual([...broken].sort(), Object.keys(rules).sort())
  })

  it.each(differences)("differ on purpose: %s", (_, text, reported, found) => {
    assert.deepStrictEqual(byRules(text), reported)
    assert.deepStrictEqual(byChecks(text), found)
    assert.notDeepEqual(reported, found)
  })
})
