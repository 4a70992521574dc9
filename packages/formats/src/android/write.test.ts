import { assert, describe, it } from "vitest"
import { assertRoundTrip } from "../testing/round-trip.ts"
import { summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import { readAndroid } from "./read.ts"
import { writeAndroid, writeCompose } from "./write.ts"

describe("writing string resources", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const write = written.name.startsWith("compose-") ? writeCompose : writeAndroid
    const result = write(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  const parts = [
    ..." \n\r\t<>&;\"'aé@?\\#",
    "  ",
    "]]>",
    "<b>",
    "</b>",
    "<i> x </i>",
    "<br />",
    '<a href="x&amp;">y</a>',
    "<x>",
    "<!-- -->",
    "&amp;",
    "\\u0041",
    "\\n",
    "\u0001",
    "\u{1f600}"
  ]

  it.each([
    ["ANDROID_XML", writeAndroid],
    ["COMPOSE_XML", writeCompose]
  ] as const)("%s: read again every key, text and description is the same", (format, write) => {
    assertRoundTrip({
      seed: 81,
      parts,
      nameParts: [..."ab_0"],
      path: "values-en/strings.xml",
      format,
      icuPlaceholders: false,
      write,
      read: readAndroid
    })
  })
})
