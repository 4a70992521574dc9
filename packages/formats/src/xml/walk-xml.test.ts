import { assert, describe, it } from "vitest"
import { printParseFailure } from "../reader.ts"
import { positionsIn } from "../source-text.ts"
import { seededRandom } from "../testing/seeded-random.ts"
import { walkXml, type XmlVisitor } from "./walk-xml.ts"
import { walkXmlBlocks } from "./walk-xml-blocks.ts"

describe("walking XML", () => {
  it.each([
    ["texts between elements", '<?xml version="1.0"?>\n<a>\n<b>x</b> y</a>\n', "22:a{ ,\\n, 26:b{ ,x, } , y, }"],
    ["an element without content", "<a><b/><b></b></a>", "0:a{ 3:b/{ } 7:b{ } }"],
    [
      "attributes in any spelling",
      `<a b="1" c:d='2"'  e = "3"\n\tf="4" ><g h=">"/></a>`,
      '0:a[b=1 c:d=2" e=3 f=4]{ 35:g[h=>]/{ } }'
    ],
    ["values with white space and references", '<a b="1\r\n2\t3&#10;&lt;&#x41;"/>', "0:a[b=1 2 3\\n<A]/{ }"],
    ["names without their prefix", "<a:b><c:d/></a:b>", "0:b{ 5:d/{ } }"],
    ["names of prototypes", '<a __proto__="1" constructor="2"/>', "0:a[__proto__=1 constructor=2]/{ }"],
    ["names of other alphabets", "<größe länge='1'>x</größe>", "0:größe[länge=1]{ ,x, }"],
    ["references", "<a>&lt;&amp;&#65;&#x1F600;&#13;</a>", "0:a{ ,<&A\u{1f600}\\r, }"],
    ["line ends", "<a>1\r\n2\r3</a>", "0:a{ ,1\\n2\\n3, }"],
    ["sections", "<a>1<![CDATA[<b>]]]]>2</a>", "0:a{ ,1, cdata(<b>]]) ,2, }"],
    ["comments", "<!-- 1 --><a>x<!-- <b> -->y</a>", "0:comment( 1 ) 10:a{ ,x, 14:comment( <b> ) ,y, }"],
    ["instructions", "<?b c?><a><?b <c>?></a>", "7:a{ }"],
    ["a document type", '<!DOCTYPE a SYSTEM "a.dtd"><a/>', "27:a/{ }"],
    ["a byte order mark", "\ufeff<a/>", "1:a/{ }"]
  ])("visits %s", (_, xml, expected) => {
    const { walked, visitor } = startRecord()
    assert.isNull(walkXml(xml, positionsIn(xml), visitor))
    assert.strictEqual(walked.map(({ at, what }) => (at === null ? what : `${at}:${what}`)).join(" "), expected)
  })

  it.each([
    ["an undefined entity", "<a>\n&nbsp;</a>", "Invalid XML: undefined entity on line 2, position: 7"],
    ["an ampersand alone", "<a>x & y;</a>", "Invalid XML: disallowed character in entity name on line 1, position: 10"],
    ["a character that XML has not", "<a>&#0;</a>", "Invalid XML: malformed character entity on line 1, position: 8"],
    ["a control character", "<a>\u0001</a>", "Invalid XML: disallowed character on line 1, position: 5"],
    ["an attribute twice", '<a b="1" b="2"/>', "Invalid XML: duplicate attribute: b on line 1, position: 17"],
    ["another name at the end", "<a><b></a></b>", "Invalid XML: unexpected close tag on line 1, position: 11"],
    ["an element that is not closed", "<a><b>x", "Invalid XML: unclosed tag: b on line 1, position: 8"],
    ["two roots", "<a/><b/>", "Invalid XML: documents may contain only one root on line 1, position: 8"],
    ["no root", "<!-- a -->", "Invalid XML: document must contain a root element on line 1, position: 11"],
    [
      "declared entities",
      '<!DOCTYPE a [<!ENTITY b "c">]>\n<a>&b;</a>',
      "A document type declaration is not allowed on line 1, position: 1"
    ],
    ["too deep nesting", "<a>".repeat(20_000), /nest|deep/]
  ] satisfies ReadonlyArray<[string, string, string | RegExp]>)("fails for %s", (_, xml, expected) => {
    const failure = walkXml(xml, positionsIn(xml), startRecord().visitor)
    assert.isNotNull(failure)
    if (typeof expected === "string") assert.strictEqual(printParseFailure(failure), expected)
    else assert.match(failure.message, expected)
  })

  it("stops with the failure of the visitor", () => {
    const { walked, visitor } = startRecord()
    const failure = { kind: "failure", message: "Enough", line: null, column: null } as const
    const stopping = { ...visitor, failure: () => (walked.length === 2 ? failure : null) }
    assert.strictEqual(
      walkXml("<a><b/><c/>&", () => ({ line: 1, column: 1 }), stopping),
      failure
    )
    assert.strictEqual(walked.length, 2)
  })

  it("is the same in blocks of any size", () => {
    const random = seededRandom(63)
    for (let round = 0; round < 1_000; round++) {
      const xml = `${randomDocument(random)}${round % 10 === 0 ? `<!--${"x".repeat(70_000)}` : ""}`
      const bytes = new TextEncoder().encode(xml)
      if (new TextDecoder().decode(bytes) !== xml) continue
      const inBlocks = startRecord()
      const walk = walkXmlBlocks(inBlocks.visitor)
      for (let start = 0; start < bytes.length; ) {
        const end = start + 1 + Math.floor(random() * 12 ** Math.ceil(3 * random()))
        walk.write(bytes.subarray(start, end))
        start = end
      }
      const failure = walk.end()
      const whole = startRecord()
      assert.strictEqual(failure?.message, walkXml(xml, positionsIn(xml), whole.visitor)?.message, xml)
      assert.deepStrictEqual(
        inBlocks.walked.map(({ what }) => what),
        whole.walked.map(({ what }) => what),
        xml
      )
    }
  })
})

interface Walked {
  /** Offset; null = the walk does not tell. */
  readonly at: number | null
  readonly what: string
}

const startRecord = (): { readonly walked: Array<Walked>; readonly visitor: XmlVisitor } => {
  const walked: Array<Walked> = []
  const add = (what: string, at: number | null = null) => walked.push({ at, what: printLineEnds(what) })
  const visitor: XmlVisitor = {
    open: ({ name, attributes, isSelfClosing, offset }) => {
      const values = Object.entries(attributes).map(([attribute, value]) => `${attribute}=${value}`)
      add(`${name}${values.length === 0 ? "" : `[${values.join(" ")}]`}${isSelfClosing ? "/" : ""}{`, offset)
    },
    text: (text) => add(`,${text},`),
    cdata: (text) => add(`cdata(${text})`),
    comment: (text, offset) => add(`comment(${text})`, offset),
    close: () => add("}"),
    failure: () => null
  }
  return { walked, visitor }
}

const printLineEnds = (text: string): string => text.replaceAll("\n", "\\n").replaceAll("\r", "\\r")

const usual = [
  "x",
  " ",
  "\n",
  "<b>",
  "</b>",
  '<c d="1" e="2">',
  "</c>",
  "<f/>",
  "&amp;",
  "&#233;",
  "<!-- g -->",
  "<![CDATA[h]]>"
]
const odd = [
  ..."<>&;'\"=/!?-[]#x \t\r",
  ..."]]>|\r\n|&lt|&#|&#x;|&#xFFFF;|&#1114112;|--|<!|<!--|-->|<![CDATA[|<?i?>|<!DOCTYPE j>|</ b>|</b >|<b k=\"1\" k='2'>".split(
    "|"
  ),
  ..."<b l = '<'>|<l:m n:o=\"&quot;\r\n\t\"/>|<é>|\u0000|\u001f|\u007f|\u0085|\u2028|\ud7ff|\ue000|\ufffd|\ufffe|\ud83d|\udc00".split(
    "|"
  ),
  "\u{1f600}",
  "\u{10ffff}",
  '<?xml version="1.0"?>'
]

/** Mostly in order, so that much of it is read before something odd comes. */
const randomDocument = (random: () => number): string => {
  const pick = (parts: ReadonlyArray<string>) => parts[Math.floor(random() * parts.length)] ?? ""
  const oddShare = random() ** 3
  const start =
    random() < 0.3
      ? pick(['<?xml version="1.0"?>', "<?xml version='1.0' encoding='utf-8'?>\n", "<!DOCTYPE a>", "\n"])
      : ""
  const open: Array<string> = []
  let content = `${start}<a>`
  for (let count = Math.floor(random() * 30); count > 0; count--) {
    const part = random() < oddShare ? pick(odd) : pick(usual)
    if (part.startsWith("</") && part !== `</${open.at(-1)}>` && random() > oddShare) continue
    if (part === "<b>" || part.startsWith("<c")) open.push(part[1] ?? "")
    if (part.startsWith("</")) open.pop()
    content += part
  }
  const end =
    random() < 0.9
      ? open
          .toReversed()
          .map((name) => `</${name}>`)
          .join("")
      : ""
  return `${content}${end}</a>${random() < 0.2 ? pick([...usual, ...odd]) : ""}`
}
