import { createHash } from "node:crypto"
import { assert, describe, it } from "vitest"
import { decodeBase32, encodeBase32 } from "./base32.ts"
import { type Credential, type PresentedCredential, readCredential } from "./credential.ts"
import { encodePersonalAccessToken, generatePersonalAccessToken } from "./personal-access-token.ts"
import {
  decodeProjectApiKey,
  defaultProjectApiKeyDescription,
  encodeProjectApiKey,
  generateProjectApiKey
} from "./project-api-key.ts"

// The worked example of reference "auth-and-permissions" 4.5.
const key = "8jj83evmc0iel390skp1cm8tuo"
const token = "tgpak_gm2dcxzynjvdqm3fozwwgmdjmvwdgojqonvxamldnu4hi5lp"

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

  it("decoding gives back what was encoded", () => {
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
  it.each([
    ["none is anonymous", {}, { kind: "anonymous" }],
    ["a bearer token is an access token", { authorization: "Bearer a.b.c" }, { kind: "accessToken", token: "a.b.c" }],
    ["the scheme has no case", { authorization: "bearer a.b.c" }, { kind: "accessToken", token: "a.b.c" }],
    [
      "Authorization goes before X-API-Key",
      { authorization: "Bearer a.b.c", apiKeyHeader: token },
      { kind: "accessToken", token: "a.b.c" }
    ],
    ["X-API-Key holds a project API key", { apiKeyHeader: token }, { kind: "projectApiKey", key }],
    ["a legacy key has no prefix", { apiKeyHeader: "legacy" }, { kind: "projectApiKey", key: "legacy" }],
    ["X-API-Key holds a token", { apiKeyHeader: "tgpat_abc" }, { kind: "personalAccessToken", secret: "abc" }],
    ["the parameter ak does as well", { apiKeyParameter: token }, { kind: "projectApiKey", key }],
    [
      "X-API-Key goes before ak",
      { apiKeyHeader: "tgpat_abc", apiKeyParameter: token },
      { kind: "personalAccessToken", secret: "abc" }
    ],
    ["a billing key is ignored", { apiKeyHeader: "tgbak_abc" }, { kind: "anonymous" }],
    ["a billing key hides ak", { apiKeyHeader: "tgbak_abc", apiKeyParameter: token }, { kind: "anonymous" }]
  ] satisfies ReadonlyArray<[string, PresentedCredential, Credential]>)("%s", (_, presented, credential) => {
    assert.deepStrictEqual(readCredential(presented), { ok: true, value: credential })
  })

  it.each([
    ["an empty Authorization", { authorization: "", apiKeyHeader: token }, "invalid_jwt_token"],
    ["Basic", { authorization: "Basic YTpi", apiKeyHeader: token }, "invalid_jwt_token"],
    ["Bearer without a token", { authorization: "Bearer " }, "invalid_jwt_token"],
    ["Bearer with two tokens", { authorization: "Bearer a b" }, "invalid_jwt_token"],
    ["an empty X-API-Key", { apiKeyHeader: "", apiKeyParameter: token }, "invalid_project_api_key"],
    ["a blank X-API-Key", { apiKeyHeader: "  " }, "invalid_project_api_key"],
    ["an empty ak", { apiKeyParameter: "" }, "invalid_project_api_key"],
    ["a project API key in upper case", { apiKeyHeader: "tgpak_GM2DCXZY" }, "invalid_project_api_key"],
    ["a token without a secret", { apiKeyHeader: "tgpat_" }, "invalid_pat"]
  ] satisfies ReadonlyArray<[string, PresentedCredential, string]>)("%s is refused", (_, presented, code) => {
    const credential = readCredential(presented)
    assert.deepStrictEqual(!credential.ok && credential.refusal, { kind: "code", status: 401, code, params: null })
  })
})
