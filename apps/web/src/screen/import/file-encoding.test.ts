import { assert, describe, it } from "vitest"
import { ApiError } from "../../base/api/api-error.ts"
import { asUtf8, fileEncodings, hasEncoding } from "./file-encoding.ts"

const named = (path: string, bytes: ReadonlyArray<number>) => ({ path, file: new File([new Uint8Array(bytes)], path) })

describe("the encoding of a file", () => {
  it("is known to browsers", () => {
    for (const [value] of fileEncodings) assert.strictEqual(new TextDecoder(value).encoding, value)
  })

  it("is changed to UTF-8 with a mark, which wins over what the file declares", async () => {
    const converted = await asUtf8(named("cs.properties", [0x9e, 0x6c, 0x75, 0x9d]), "windows-1250")
    assert.deepStrictEqual(
      new Uint8Array(await converted.arrayBuffer()),
      new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode("žluť")])
    )
  })

  it("is rejected with the name of the file where its bytes are not valid", async () => {
    const failure = await asUtf8(named("en.json", [0xff]), "utf-8").catch((error) => error)
    assert.instanceOf(failure, ApiError)
    assert.deepStrictEqual(failure.params, ["en.json", "The file is not valid UTF-8"])
  })

  it("can be chosen for texts that were uploaded themselves", () => {
    const file = named("en.json", [])
    assert.isTrue(hasEncoding("en.json", [file]))
    assert.isFalse(hasEncoding("texts/en.json", [named("texts.zip", [])]))
    assert.isFalse(hasEncoding("texts.xlsx", [named("texts.xlsx", [])]))
  })
})
