export const pick = <A>(random: () => number, values: ReadonlyArray<A>): A => values[upTo(random, values.length)] as A

/** A whole number from 0, below the given one. */
export const upTo = (random: () => number, end: number): number => Math.floor(random() * end)

export const randomBytes = (random: () => number, lengthMax: number): Uint8Array =>
  Uint8Array.from({ length: upTo(random, lengthMax) }, () => upTo(random, 256))

/** Signs of all syntaxes; the last ones are names that objects have from their prototype, and numbers at the limits. */
const tokens = [
  ..."\"'{}[]():,;=\\#|<>&*!?%@$~`-+. \n\r\t",
  ...["\u0085", "\u2028", "\ufeff", "😀", "é"],
  ...[
    "msgid ",
    "msgid_plural ",
    "msgstr ",
    "msgstr[0] ",
    'msgctxt "',
    "#~ ",
    "#, fuzzy\n",
    '"Plural-Forms: nplurals=9;'
  ],
  ...["<a>", "</a>", "<a/>", "<![CDATA[", "]]>", "<!--", "-->", "<?xml ", "<!DOCTYPE a [", '<!ENTITY a "b">', "&a;"],
  ...[
    "&#0;",
    "&#x110000;",
    "<source>",
    "</target>",
    "<trans-unit id='a'>",
    "<note>",
    "<plurals name='a'>",
    "xml:lang="
  ],
  ...["<?php return [", "array(", "=>", "<<<A\n", "'.'", "...$a", "{$a}", "//", "/*", "*/", "?>"],
  ...["{n, plural, ", "one {", "other {", "=0 {", "offset:1 ", "{n, select, ", "{0}", "#", "''", "'{'"],
  ...["%s", "%1$s", "%(a)s", "%{a}", "{{a}}", "$t(a)", "%%", "%99999999999s", ":name", "$1", "$NAME$", "|", "[1,*]"],
  ...[
    "- ",
    "? ",
    "&a ",
    "*a",
    "<<: ",
    "!!binary ",
    "--- ",
    "...",
    "|\n  ",
    ">-\n",
    "%YAML 1.2\n",
    "{ $a ->\n *[b] c\n}"
  ],
  ...["\\u0041", "\\ud800", "\\u0000", "\\x", "\\U1", "_x0000_", "\\\n"],
  ...[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "[0]",
    "[4294967295]",
    "[-1]",
    "a.b",
    "a[0].b"
  ],
  ...["1e400", "-0", "9007199254740993", "0x1F", "true", "null", "NaN"]
]

/** How nesting begins. */
const openers = [
  "{",
  "[",
  '{"a":',
  "<a>",
  "(",
  "- ",
  "? ",
  "a: ",
  "{n, plural, other {",
  "[",
  "{ $a ->\n *[b] ",
  "&a [*a, "
]

/** Names, texts and languages that do not break the syntax of most formats. */
const words = [
  ...["", " ", "  a", "a  ", "a\nb", "😀", "e\u0301", "\u0085", "\u2028", "\ufeff", "\u202e", "a".repeat(20_000)],
  ...[
    "{n}",
    "{0}",
    "{n, number}",
    "{n, plural, one {# a} other {b}}",
    "{n, plural, =1 {'{'} other {}}",
    "{n, plural, one {"
  ],
  ...[
    "{n, select, a {b} other {c}}",
    "'{'",
    "''",
    "'",
    "#",
    "{{a}}",
    "{{ count }}",
    "$t(a)",
    "%s",
    "%1$s",
    "%(a)d",
    "%{a}",
    "%%",
    "100 %"
  ],
  ...[
    "%99999999999s",
    "%.99f",
    ":name",
    ":Name",
    "$1",
    "$NAME$",
    "a|b",
    "{0} a|[1,*] b",
    "@string/a",
    "&amp;",
    "&#65;",
    "\\u0041",
    "\\n"
  ],
  ...["one", "other", "zero", "a_one", "a_other", "cs", "en-US", "en_US", "zh-Hans-CN", "x-y", "und", "art-lojban"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "a.b",
    "a[0]",
    "[0]",
    "a[4294967295].b",
    "a..b",
    ".",
    "a\\.b"
  ],
  ...[
    "1e400",
    "-0",
    "9007199254740993",
    "0x1F",
    "true",
    "null",
    "~",
    "NaN",
    "preserve",
    "php-format",
    "fuzzy",
    "nplurals=1"
  ]
]

export const randomToken = (random: () => number): string => pick(random, tokens)

export const randomOpener = (random: () => number): string => pick(random, openers)

export const randomWord = (random: () => number): string => pick(random, words)

export const randomTokens = (random: () => number, countMax: number): string =>
  Array.from({ length: upTo(random, countMax) }, () => pick(random, tokens)).join("")
