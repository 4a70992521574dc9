import { assert, describe, it } from "vitest"
import { parseDeliveredPath } from "./delivered-path.ts"

const slug = "0123456789abcdef0123456789abcdef"

describe("the path of a published file", () => {
  it.each([
    ["names a file of the live version", "app/en.json", { slug: "app", version: null, path: "en.json" }],
    ["names a file in folders", `${slug}/shop/en.json`, { slug, version: null, path: "shop/en.json" }],
    ["names a version", `${slug}/@12/shop/en.json`, { slug, version: 12, path: "shop/en.json" }],
    ["names a version whose sign is encoded", "app/%401/b", { slug: "app", version: 1, path: "b" }],
    ["has no version behind the first folder", "app/a/@1/b", { slug: "app", version: null, path: "a/@1/b" }],
    ["has no version 0", "app/@0/b", { slug: "app", version: null, path: "@0/b" }],
    ["is decoded once", "app/%C4%8De%C5%A1tina%2520.json", { slug: "app", version: null, path: "čeština%20.json" }],
    ["may have dots in names", "app/..a/b..", { slug: "app", version: null, path: "..a/b.." }]
  ])("%s", (_, path, expected) => {
    assert.deepStrictEqual(parseDeliveredPath(path), expected)
  })

  it.each([
    ["the slug alone", "app"],
    ["a folder", "app/"],
    ["a version alone", "app/@1"],
    ["a folder of a version", "app/@1/"],
    ["an empty segment", "app//en.json"],
    ["no slug", "/en.json"],
    ["a slug with other letters", "App/en.json"],
    ["a slug that is too long", `${"a".repeat(61)}/en.json`],
    ["the folder above", "app/../en.json"],
    ["the folder above, encoded", "app/%2e%2E/en.json"],
    ["the same folder", "app/./en.json"],
    ["an encoded slash", "app/a%2Fen.json"],
    ["an encoded backslash", "app/a%5cen.json"],
    ["an encoded zero", "app/en.json%00"],
    ["a line break", "app/en%0d%0a.json"],
    ["an incomplete escape", "app/en%2.json"],
    ["bytes that are not UTF-8", "app/%ff.json"],
    ["a path that is too long", `app/${"a".repeat(2_048)}`]
  ])("is not %s", (_, path) => {
    assert.isNull(parseDeliveredPath(path))
  })
})
