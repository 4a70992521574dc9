import { importFormats } from "@dragoman/domain/import"
import { assert, describe, it } from "vitest"
import { fileTypeNames, formatName, formatsLike } from "./format-names.ts"

describe("formats of files", () => {
  it("have a name each, and no other formats have", () => {
    const named = importFormats.flatMap((format) => (formatName(format) === format ? [] : [format]))
    assert.deepStrictEqual(named, importFormats)
    assert.deepStrictEqual([...new Set(importFormats.flatMap(formatsLike))].toSorted(), importFormats.toSorted())
    assert.include(fileTypeNames, "Gettext PO")
  })

  it("can be read as the others of their type", () => {
    assert.deepStrictEqual(formatsLike("ANDROID_XML"), ["ANDROID_XML", "COMPOSE_XML"])
    assert.deepStrictEqual(formatsLike("FLUENT"), ["FLUENT"])
  })

  it("of a newer server keep their codes", () => {
    assert.strictEqual(formatName("JSON_NEW"), "JSON_NEW")
    assert.deepStrictEqual(formatsLike("JSON_NEW"), ["JSON_NEW"])
  })
})
