import { assert, describe, it } from "@effect/vitest"
import { acceptedEncoding } from "./accepted-encoding.ts"

describe("the encoding of a response", () => {
  it.each([
    ["the first one offered where the client has it", "gzip, deflate, br", "br"],
    ["the next one else", "gzip, deflate", "gzip"],
    ["none where the client has none of them", "identity", null],
    ["none where the client says nothing", undefined, null],
    ["none where the client says nothing in many words", "", null],
    ["not what the client rejects", "br;q=0, gzip;q=0.5", "gzip"],
    ["the one that the client prefers", "br;q=0.5, gzip;q=0.8", "gzip"],
    ["the first one offered among equals", "gzip;q=0.5, br;q=0.5", "br"],
    ["any one for a client that takes all", "*", "br"],
    ["any other one for a client that takes all but one", "br;q=0, *;q=0.1", "gzip"],
    ["none where the client rejects all", "identity, *;q=0", null],
    ["not what the client rejects in another spelling", "BR ; q=0.00, GZIP", "gzip"]
  ] as const)("is %s", (_, header, expected) => {
    assert.strictEqual(acceptedEncoding(header, ["br", "gzip"]), expected)
  })
})
