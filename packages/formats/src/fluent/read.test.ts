import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { goldenCases } from "../testing/golden-cases.ts"
import { summarizeFile } from "../testing/summarize-file.ts"

const read = (content: string, options: Partial<typeof defaultReadOptions> = {}) =>
  readTranslationFile(new TextEncoder().encode(content), { ...defaultReadOptions, ...options, path: "cs.ftl" })

describe("reading Fluent", () => {
  it.each(goldenCases(new URL("golden/", import.meta.url)))("golden case $name", ({ bytes, options, expected }) => {
    // Through JSON: the file cannot say undefined.
    const summary: unknown = JSON.parse(JSON.stringify(summarizeFile(readTranslationFile(bytes, options))))
    assert.deepStrictEqual(summary, expected)
  })

  it("a default variant that would be written again and again leaves the pattern a text, with a warning", () => {
    const depth = 30
    const content = `a = ${"{ $b ->\n [x] y\n *[c] ".repeat(depth)}deep${"\n }".repeat(depth)}\n`
    const file = read(content, { textMaxUtf16Units: 50_000 } as never)
    if (file.kind !== "file") assert.fail(file.message)
    assert.match(file.translations[0]?.text ?? "", /^'\{' \$b ->/)
    assert.match(file.warnings[0]?.sentence ?? "", /far too long/)
  })

  it.each([
    ["white space in a text", `a = b${" ".repeat(1_000_000)}c\n`],
    ["empty lines in a text", `a =\n    b\n${"\n".repeat(1_000_000)}    c\n`],
    ["empty lines behind a message", `a = b\n${"\n ".repeat(500_000)}.c = d\n`],
    ["braces in quotation marks", `a = ${'{ "{" }'.repeat(100_000)}\n`],
    ["open strings", `a = { "\n`.repeat(5_000)],
    ["open calls", "a = { F(\n".repeat(5_000)],
    ["open selectors", "a = { $b ->\n [c]".repeat(5_000)]
  ])("endless %s are read or fail in time that grows with the file", (_, content) => {
    const start = performance.now()
    assert.include(["file", "failure"], read(content).kind)
    // Quadratic time would be hours.
    assert.isBelow(performance.now() - start, 60_000)
  })

  it.each([
    ["nesting", `a = ${"{ ".repeat(99)}$b${" }".repeat(99)}`, "file"],
    ["deeper nesting", `a = ${"{ ".repeat(101)}$b${" }".repeat(101)}`, "failure"],
    ["errors that leave much open", "a = { { { {\n".repeat(1_000), "file"]
  ] as const)("%s", (_, content, kind) => {
    assert.strictEqual(read(content).kind, kind)
  })
})
