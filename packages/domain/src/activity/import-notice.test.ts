import { assert, describe, it } from "vitest"
import { collectImportNotices, type ImportNotice, renderImportNotices } from "./import-notice.ts"

const notice: ImportNotice = {
  fileName: "all.csv",
  keyName: "dogs",
  keyNamespace: null,
  languageName: "en",
  line: 3,
  column: 1,
  message: "The plural has no form other."
}

const paramsOf = (...noticed: ReadonlyArray<readonly [ImportNotice, ReadonlyArray<number>]>) => {
  const collector = collectImportNotices()
  for (const [one, languageIds] of noticed) collector.add(one, languageIds)
  return collector.params()
}

describe("the notices of an import in its revision", () => {
  it("are none when there were none", () => {
    assert.isNull(paramsOf())
    assert.isNull(renderImportNotices(null, "all"))
    assert.isNull(renderImportNotices({ operation: "tag" }, "all"))
  })

  it("are shown, and counted, to readers of all the languages that they concern", () => {
    const ofFile = { ...notice, keyName: null, languageName: null }
    const ofBody = { ...notice, fileName: null, message: "The key comes again." }
    const params = paramsOf([notice, [1]], [{ ...notice, languageName: "cs" }, [2]], [ofFile, [2, 1]], [ofBody, []])
    const seen = (visible: Parameters<typeof renderImportNotices>[1]) => {
      const rendered = renderImportNotices(params, visible)
      return rendered && [rendered.noticeCount, rendered.notices.map(({ languageName }) => languageName)]
    }
    assert.deepStrictEqual(seen("all"), [4, ["en", "cs", null, "en"]])
    assert.deepStrictEqual(seen([1, 2, 3]), [3, ["en", "cs", null]])
    assert.deepStrictEqual(seen([1]), [1, ["en"]])
    assert.isNull(seen([3]))
    assert.isNull(seen([]))
    assert.isNull(seen("none"))
    assert.deepStrictEqual(renderImportNotices(params, [1]), { notices: [notice], noticeCount: 1 })
  })

  it("are the first 20, all of them counted", () => {
    const many = Array.from({ length: 1_000 }, () => [notice, [1]] as const)
    const rendered = renderImportNotices(paramsOf(...many), [1])
    assert.strictEqual(rendered?.noticeCount, 1_000)
    assert.lengthOf(rendered?.notices ?? [], 20)
  })

  it("stay small, whatever names, sentences and languages they have", () => {
    const long = "🚢".repeat(1_000)
    const longNotice = {
      ...notice,
      fileName: long,
      keyName: long,
      keyNamespace: long,
      languageName: long,
      message: long
    }
    const languages = Array.from({ length: 500 }, (_, at) => at + 1_000_000)
    const params = paramsOf(
      ...languages.map((id) => [longNotice, [id]] as const),
      ...languages.map(() => [longNotice, languages] as const)
    )
    assert.isBelow(new TextEncoder().encode(JSON.stringify(params)).length, 60_000)
    const rendered = renderImportNotices(params, "all")
    assert.strictEqual(rendered?.noticeCount, 1_000)
    assert.strictEqual(rendered?.notices[0]?.keyName?.length, 100)
    assert.isTrue(rendered?.notices[0]?.message.isWellFormed())
    // Those of more languages than are counted apart are for readers of all.
    assert.isNull(renderImportNotices(params, [1_000_499]))
    assert.strictEqual(renderImportNotices(params, [1_000_000])?.noticeCount, 1)
  })
})
