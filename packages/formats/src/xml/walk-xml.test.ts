import { assert, describe, it } from "vitest"
import { positionsIn } from "../source-text.ts"
import { seededRandom } from "../testing/seeded-random.ts"
import { walkXml, type XmlVisitor } from "./walk-xml.ts"
import { walkXmlBlocks } from "./walk-xml-blocks.ts"

describe("walking XML", () => {
  it.each([
    ["texts between elements", '<?xml version="1.0"?>\n<a>\n  <b>x</b> y </a>\n'],
    ["attributes", `<a b="1" c:d='2"'  e = "3"\n\tf="4" ><g h="<"/></a>`],
    ["values with white space and references", '<a b="1\r\n2\n3\t4&#10;&quot;&lt;&#x41;&#128512;"/>'],
    ["a name twice", '<a b="1" b="2"/>'],
    ["texts with references", "<a>&lt;&amp;&gt;&apos;&quot;&#65;&#x42;&#13;</a>"],
    ["references to nothing", "<a>x &nbsp; y</a>"],
    ["an ampersand alone", "<a>x & y</a>"],
    ["references to characters that XML has not", "<a>&#0;</a>"],
    ["many references", `<a b="${"&amp;x".repeat(2_500)}">${"&lt;".repeat(2_500)}&#x1F600;</a>`],
    ["references of any length", "<a>&#0000000000065;&#x1;&#1114111;&#1114112;</a>"],
    ["line ends", "<a>1\r\n2\r3\n4\r\r\n5</a>\r\n"],
    ["the end of a section as text", "<a>x ]]> y</a>"],
    ["almost the end of a section", "<a>x ]] > ]]&gt; ]&#93;> y</a>"],
    ["sections", "<a>1<![CDATA[ <b>&amp;]] ]]>2<![CDATA[]]><![CDATA[]]]]>]]&gt;\r</a>"],
    ["a section outside of the root", "<![CDATA[x]]><a/>"],
    ["comments", "<!-- 1 --><a>x<!-- <b>\r\n -->y<!----></a><!-- 2 -->"],
    ["a comment with two hyphens", "<a><!-- a -- b --></a>"],
    ["a comment with three hyphens", "<a><!-- a ---></a>"],
    ["control characters", "<a>x\u0001y</a>"],
    ["characters that are none", '<a b="\uffff">\ufffe</a>'],
    ["characters of two units", '<a b="\u{1f600}">\u{1f601}<!-- \u{1f602} --><![CDATA[\u{1f603}]]></a>'],
    ["half of a character", "<a>x\ud83dy</a>"],
    ["names with letters of other alphabets", "<größe länge='1'>x</größe>"],
    ["tags with white space", "<a ><b\n/></a\t>"],
    ["another name at the end", "<a><b></a></b>"],
    ["a longer name at the end", "<a></ab>"],
    ["an element that is not closed", "<a><b>x"],
    ["two roots", "<a/><b/>"],
    ["text outside of the root", "<a/>x"],
    ["text in front of the root", "x<a/>"],
    ["no root", "<!-- a -->"],
    ["nothing", ""],
    ["a document type", '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "a.dtd">\n<a/>'],
    ["two document types", "<!DOCTYPE a><!DOCTYPE b><a/>"],
    ["a document type behind the root", "<a/><!DOCTYPE a>"],
    ["a document type with declarations", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["instructions", "<a><?b c?>x<?d?></a><?e?>"],
    ["a declaration behind white space", ' <?xml version="1.0"?><a/>'],
    ["a declaration behind a comment", '<!-- a --><?xml version="1.0"?><a/>'],
    ["a declaration in the root", '<a><?xml version="1.0"?></a>'],
    ["other declarations", '<?xml version="1.0" encoding="utf-8" standalone="no" ?><a/>'],
    ["version 1.1", '<?xml version="1.1"?><a>x\u0085y&#1;</a>'],
    ["a broken declaration", '<?xml version="1.0" encoding="-"?><a/>'],
    ["a sign of order in front", "\ufeff<a/>"],
    ["an attribute without quotes", "<a b=c>x</a>"],
    ["an attribute without a value", "<a b>x</a>"],
    ["attributes without a space", '<a b="1"c="2"/>'],
    ["a quote that is not closed", '<a b="1>x</a>'],
    ["a name of a prototype", '<a __proto__="1" constructor="2"/>'],
    ["many attributes", `<a ${Array.from({ length: 40 }, (_, index) => `b${index}="${index}"`).join(" ")} b3="x"/>`]
  ])("is the same for the scanner and the library: %s", (_, xml) => {
    assertSameWalk(xml)
  })

  it("is the same for random documents", () => {
    const random = seededRandom(62)
    for (let round = 0; round < 5_000; round++) assertSameWalk(randomDocument(random))
  })

  it("is the same in blocks of any size", () => {
    const random = seededRandom(63)
    for (let round = 0; round < 300; round++) {
      const xml = `${randomDocument(random)}${round % 10 === 0 ? `<!--${"x".repeat(70_000)}` : ""}`
      const bytes = new TextEncoder().encode(xml)
      if (new TextDecoder().decode(bytes) !== xml) continue
      const { walked, visitor } = startRecord()
      const walk = walkXmlBlocks(round % 2 === 0 ? visitor : { ...visitor, leaf: leafAsParts(visitor) })
      for (let start = 0; start < bytes.length; ) {
        const end = start + 1 + Math.floor(random() * 12 ** Math.ceil(3 * random()))
        walk.write(bytes.subarray(start, end))
        start = end
      }
      const failure = walk.end()
      const whole = walkWhole(xml)
      assert.deepStrictEqual(withoutPlacesOfComments(walked), withoutPlacesOfComments(whole.walked), xml)
      assert.strictEqual(failure?.message, whole.failure?.message, xml)
    }
  })
})

/** An instruction is not for the scanner: the library reads the document behind it. */
const instruction = "<?a?>"

const assertSameWalk = (xml: string): void => {
  const scanned = walkWhole(xml)
  const start = /^(?:\ufeff|<\?xml .*?\?>)?/.exec(xml)?.[0] ?? ""
  const byLibrary = walkWhole(start + instruction + xml.slice(start.length))
  const moved = byLibrary.walked.map((one) =>
    typeof one[1] === "number" ? [one[0], one[1] - instruction.length, ...one.slice(2)] : one
  )
  assert.deepStrictEqual(scanned.walked, moved, xml)
  assertSameByLeaves(xml, scanned)
  assert.strictEqual(scanned.failure?.message, byLibrary.failure?.message, xml)
  assert.strictEqual(scanned.failure?.line, byLibrary.failure?.line, xml)
  if (scanned.failure !== null && scanned.failure.line !== 1) {
    assert.strictEqual(scanned.failure.column, byLibrary.failure?.column, xml)
  }
}

/** A visitor of leaves sees them as others see their parts; a failure comes at the same place. */
const assertSameByLeaves = (xml: string, scanned: ReturnType<typeof walkWhole>): void => {
  const { walked, visitor } = startRecord()
  const failure = walkXml(xml, positionsIn(xml), { ...visitor, leaf: leafAsParts(visitor) })
  assert.deepStrictEqual({ failure, walked }, scanned, xml)
}

const leafAsParts =
  (visitor: XmlVisitor): NonNullable<XmlVisitor["leaf"]> =>
  (element, text) => {
    visitor.open(element)
    if (text !== "") visitor.text(text)
    visitor.close()
  }

const walkWhole = (xml: string) => {
  const { walked, visitor } = startRecord()
  return { failure: walkXml(xml, positionsIn(xml), visitor), walked }
}

/** Each with the kind, the offset if there is one, and the content. */
type Walked = Array<ReadonlyArray<unknown>>

/** Of a document that is not kept the library knows only where a comment ends. */
const withoutPlacesOfComments = (walked: Walked) =>
  walked.map((one) => (one[0] === "comment" ? ["comment", one[2]] : one))

const startRecord = (): { readonly walked: Walked; readonly visitor: XmlVisitor } => {
  const walked: Walked = []
  const visitor: XmlVisitor = {
    open: ({ name, attributes, isSelfClosing, offset }) =>
      walked.push(["open", offset, name, attributes.entries(), isSelfClosing]),
    text: (text) => walked.push(["text", text]),
    cdata: (text) => walked.push(["cdata", text]),
    comment: (text, offset) => walked.push(["comment", offset, text]),
    close: () => walked.push(["close"]),
    failure: () => null
  }
  return { walked, visitor }
}

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
