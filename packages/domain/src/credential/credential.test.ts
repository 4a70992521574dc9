import { createHash } from "node:crypto"
import { assert, describe, it } from "vitest"
import type { ErrorCode } from "../error/error-code.ts"
import {
  decodeBase32,
  decodeProjectApiKey,
  defaultProjectApiKeyDescription,
  encodeBase32,
  encodePersonalAccessToken,
  encodeProjectApiKey,
  generatePersonalAccessToken,
  generateProjectApiKey,
  isAccessTokenEnded,
  nextTokenGeneration,
  type PresentedCredential,
  presentedCredential,
  type SessionCookie
} from "./credential.ts"

// The worked example of docs/reference/accounts.md#project-api-keys.
const key = "8jj83evmc0iel390skp1cm8tuo"
const token = "tgpak_gm2dcxzynjvdqm3fozwwgmdjmvwdgojqonvxamldnu4hi5lp"

const bad = (code: ErrorCode): PresentedCredential => ({ kind: "invalid", code })

/** Bytes that differ from seed to seed and are the same in every run. */
const bytesOf = (seed: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (Math.imul(seed * 31 + index + 1, 0x9e3779b1) >>> 24) & 255)

describe("base32", () => {
  it.each([
    ["", ""],
    ["f", "my"],
    ["fo", "mzxq"],
    ["foo", "mzxw6"],
    ["foob", "mzxw6yq"],
    ["fooba", "mzxw6ytb"],
    ["foobar", "mzxw6ytboi"]
  ])("%j is %j", (text, encoded) => {
    const bytes = new TextEncoder().encode(text)
    assert.strictEqual(encodeBase32(bytes), encoded)
    assert.deepStrictEqual(decodeBase32(encoded), bytes)
  })

  it.each(["MY", "m", "mz1q", "my======", "mz", "mzxw6yt", "m y", "ſy"])(
    "%j is nothing that encoding makes",
    (text) => {
      assert.isNull(decodeBase32(text))
    }
  )

  it("decoding gives back the encoded bytes", () => {
    for (let length = 0; length < 200; length++) {
      const bytes = bytesOf(length, length)
      assert.deepStrictEqual(decodeBase32(encodeBase32(bytes)), bytes)
    }
  })
})

describe("project API key", () => {
  it("is the base32 text of project id and inner key", () => {
    assert.strictEqual(encodeProjectApiKey(341, key), token)
    assert.strictEqual(decodeProjectApiKey(token), key)
  })

  it("its hash covers the inner key only", () => {
    const hash = createHash("sha256")
      .update(decodeProjectApiKey(token) ?? "")
      .digest("base64")
    assert.strictEqual(hash, "IlSIIROakBbAtIQtK7NjHU6SsAdHhv9FREPvX4jnPpw=")
  })

  it("without a prefix is the inner key itself", () => {
    assert.strictEqual(decodeProjectApiKey(key), key)
  })

  it("its text without the prefix is not decoded", () => {
    const encoded = token.slice("tgpak_".length)
    assert.strictEqual(decodeProjectApiKey(encoded), encoded)
  })

  it.each([
    "",
    " ",
    "tgpak_",
    "tgpak_GM2DCXZYNJVDQM3F",
    "tgpak_!!",
    "tgpak_gm2dcxy",
    `tgpak_${encodeBase32(bytesOf(1, 4))}`
  ])("%j is none", (text) => {
    assert.isNull(decodeProjectApiKey(text))
  })

  it("the default description shows both ends", () => {
    assert.strictEqual(defaultProjectApiKeyDescription(key), "8jj83......m8tuo")
  })

  it("every generated key survives encoding and has 26 digits of radix 32", () => {
    for (let seed = 0; seed < 300; seed++) {
      const generated = generateProjectApiKey(bytesOf(seed, 17))
      assert.match(generated, /^[0-9a-v]{26}$/)
      assert.strictEqual(decodeProjectApiKey(encodeProjectApiKey(seed + 1, generated)), generated)
    }
  })

  it("uses 130 bits, so the first digit takes every value", () => {
    assert.strictEqual(generateProjectApiKey(new Uint8Array(17).fill(255)), "v".repeat(26))
    assert.strictEqual(generateProjectApiKey(new Uint8Array(17)), "0".repeat(26))
  })
})

describe("personal access token", () => {
  it("is the prefix and 256 bits in radix 32", () => {
    assert.match(encodePersonalAccessToken(generatePersonalAccessToken(bytesOf(7, 32))), /^tgpat_[0-9a-v]{52}$/)
    assert.strictEqual(generatePersonalAccessToken(new Uint8Array(32).fill(255)), `1${"v".repeat(51)}`)
  })
})

describe("credential of a request", () => {
  const presented = (request: {
    readonly authorization?: string
    readonly apiKeyHeader?: string
    readonly apiKeyQuery?: string
    readonly session?: SessionCookie
  }): PresentedCredential =>
    presentedCredential({
      authorization: undefined,
      apiKeyHeader: undefined,
      apiKeyQuery: undefined,
      session: null,
      ...request
    })

  const session = { value: "cookie", rejection: null }

  it.each([
    ["there is none", {}, { kind: "none" }],
    ["a cookie with the console's header is a session", { session }, { kind: "SESSION", value: "cookie" }],
    [
      "a cookie without the console's header is none",
      { session: { ...session, rejection: "console_header_missing" } },
      { kind: "none" }
    ],
    [
      "a cookie in a request of another origin is a bad credential",
      { session: { ...session, rejection: "foreign_origin" } },
      bad("foreign_origin")
    ],
    ["Authorization goes before a cookie", { authorization: "Bearer a", session }, { kind: "JWT", token: "a" }],
    ["a bad Authorization goes before a cookie", { authorization: "Basic a", session }, bad("invalid_jwt_token")],
    ["a key goes before a cookie", { apiKeyHeader: "tgpat_a", session }, { kind: "PAT", secret: "a" }],
    ["a key in the query goes before a cookie", { apiKeyQuery: "tgpat_a", session }, { kind: "PAT", secret: "a" }],
    ["a billing key goes before a cookie", { apiKeyHeader: "tgbak_a", session }, { kind: "none" }],
    ["a bearer token is an access token", { authorization: "Bearer a.b.c" }, { kind: "JWT", token: "a.b.c" }],
    ["the scheme has no case", { authorization: "bearer a.b.c" }, { kind: "JWT", token: "a.b.c" }],
    [
      "Authorization goes before X-API-Key",
      { authorization: "Bearer a.b.c", apiKeyHeader: token },
      { kind: "JWT", token: "a.b.c" }
    ],
    ["X-API-Key holds a project API key", { apiKeyHeader: token }, { kind: "PAK", secret: key }],
    ["a legacy key has no prefix", { apiKeyHeader: "legacy" }, { kind: "PAK", secret: "legacy" }],
    ["X-API-Key holds a token", { apiKeyHeader: "tgpat_abc" }, { kind: "PAT", secret: "abc" }],
    ["the parameter ak does as well", { apiKeyQuery: token }, { kind: "PAK", secret: key }],
    ["X-API-Key goes before ak", { apiKeyHeader: "tgpat_abc", apiKeyQuery: token }, { kind: "PAT", secret: "abc" }],
    ["a billing key is ignored", { apiKeyHeader: "tgbak_abc" }, { kind: "none" }],
    ["a billing key hides ak", { apiKeyHeader: "tgbak_abc", apiKeyQuery: token }, { kind: "none" }],
    ["an empty Authorization is bad", { authorization: "", apiKeyHeader: token }, bad("invalid_jwt_token")],
    ["Basic is bad", { authorization: "Basic YTpi", apiKeyHeader: token }, bad("invalid_jwt_token")],
    ["Bearer without a token is bad", { authorization: "Bearer " }, bad("invalid_jwt_token")],
    ["Bearer with two tokens is bad", { authorization: "Bearer a b" }, bad("invalid_jwt_token")],
    ["an empty X-API-Key is bad", { apiKeyHeader: "", apiKeyQuery: token }, bad("invalid_project_api_key")],
    ["a blank X-API-Key is bad", { apiKeyHeader: "  " }, bad("invalid_project_api_key")],
    ["an empty ak is bad", { apiKeyQuery: "" }, bad("invalid_project_api_key")],
    ["a project API key in upper case is bad", { apiKeyHeader: "tgpak_GM2DCXZY" }, bad("invalid_project_api_key")]
  ] satisfies ReadonlyArray<[string, Parameters<typeof presented>[0], PresentedCredential]>)(
    "%s",
    (_, request, expected) => {
      assert.deepStrictEqual(presented(request), expected)
    }
  )
})

const changedAt = 1_700_000_000_500

describe("an access token after a change of the password", () => {
  it.each([
    ["ends when it is of the generation before", { generation: 0, issuedAtSeconds: 1_600_000_000 }, true],
    ["ends when it was issued in the same second", { generation: 0, issuedAtSeconds: 1_700_000_000 }, true],
    ["ends when it was issued later for the old password", { generation: 0, issuedAtSeconds: 1_700_000_001 }, true],
    ["is valid when it is of the new generation", { generation: changedAt, issuedAtSeconds: 1_700_000_000 }, false],
    ["ends without a generation when it is older", { generation: null, issuedAtSeconds: 1_700_000_000 }, true],
    ["is valid without a generation when it is younger", { generation: null, issuedAtSeconds: 1_700_000_001 }, false]
  ])("%s", (_, token, isEnded) => {
    assert.strictEqual(isAccessTokenEnded(token, changedAt), isEnded)
  })

  it("is valid as long as the password never changed, with and without a generation", () => {
    assert.isFalse(isAccessTokenEnded({ generation: 0, issuedAtSeconds: 5 }, 0))
    assert.isFalse(isAccessTokenEnded({ generation: null, issuedAtSeconds: 5 }, 0))
  })

  it("is of a generation of its own, also when the clock goes back or two changes share a millisecond", () => {
    assert.strictEqual(nextTokenGeneration(changedAt, 0), changedAt)
    assert.strictEqual(nextTokenGeneration(changedAt, changedAt), changedAt + 1)
    assert.strictEqual(nextTokenGeneration(changedAt - 9_999, changedAt), changedAt + 1)
  })
})
