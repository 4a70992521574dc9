import { assert, describe, it } from "vitest"
import {
  checkRemovePasskey,
  needsSuperToken,
  readTypedCode,
  recoveryCodeOf,
  relyingPartyOf,
  stepAfterRecovery,
  stepAt,
  usableStep,
  validateMfaPassword,
  validatePasskeyName,
  validateTotp
} from "./second-factor.ts"

const input = { totpKey: "meztcnzwgq3donby", otp: "123456", password: "correct horse" }

const brokenFields = (result: ReturnType<typeof validateTotp>): ReadonlyArray<string> =>
  !result.ok && result.error.kind === "standardValidation" ? Object.keys(result.error.messages) : []

describe("enabling the second factor", () => {
  it.each([
    ["16 characters, as Tolgee's clients make it", "meztcnzwgq3donby", true],
    ["26 characters", "a".repeat(26), true],
    ["32 characters in upper case", "A".repeat(32), true],
    ["15 characters", "a".repeat(15), false],
    ["17 characters", "a".repeat(17), false],
    ["digits that base32 does not have", "0000000000000000", false],
    ["padding", "meztcnzwgq3don==", false],
    ["nothing", "", false],
    ["null", null, false]
  ])("takes a key of %s: %s", (_, totpKey, isTaken) => {
    assert.deepStrictEqual(brokenFields(validateTotp({ ...input, totpKey })), isTaken ? [] : ["totpKey"])
  })

  it("keeps the key in lower case", () => {
    const result = validateTotp({ ...input, totpKey: "MEZTCNZWGQ3DONBY" })
    assert.isTrue(result.ok && result.value.totpKey === "meztcnzwgq3donby")
  })

  it("names every field that is wrong", () => {
    assert.sameMembers([...brokenFields(validateTotp({}))], ["totpKey", "otp", "password"])
  })

  it.each([
    ["a password", "x", true],
    ["one of 50 characters", "x".repeat(50), true],
    ["one of 51 characters", "x".repeat(51), false],
    ["a blank one", "  ", false],
    ["none", undefined, false]
  ])("is disabled with %s: %s", (_, password, isTaken) => {
    assert.strictEqual(validateMfaPassword(password).ok, isTaken)
  })
})

describe("a typed code", () => {
  it.each([
    ["nothing", undefined, { kind: "none" }],
    ["white space", "  ", { kind: "none" }],
    ["six characters: a code of the app", "123456", { kind: "totp", code: "123456" }],
    ["six characters in white space", " 123456\n", { kind: "totp", code: "123456" }],
    ["any other length: a recovery code", "AB12-cd34-ef56-gh78", { kind: "recovery", code: "ab12-cd34-ef56-gh78" }],
    ["seven characters", "1234567", { kind: "recovery", code: "1234567" }]
  ])("of %s", (_, otp, expected) => {
    assert.deepStrictEqual<unknown>(readTypedCode(otp), expected)
  })
})

describe("the step of a code", () => {
  const nowMillis = 3_000_000
  const step = 100

  it.each([
    ["the present one", 0, 0, step],
    ["the one before", -1, 0, step - 1],
    ["the next one", 1, 0, step + 1],
    ["of no step that counts", null, 0, null],
    ["the present one, which was used", 0, step, null],
    ["the one before the last used", -1, step, null],
    ["the one after the last used", 1, step, step + 1]
  ])("%s", (_, offset, lastStep, expected) => {
    assert.strictEqual(usableStep(offset, { nowMillis, lastStep }), expected)
  })

  it("begins every 30 seconds", () => {
    assert.deepStrictEqual([0, 29_999, 30_000, 59_999].map(stepAt), [0, 0, 1, 1])
  })

  it("a recovery code uses up the present and the next one, and never goes back", () => {
    assert.strictEqual(stepAfterRecovery(nowMillis, 5), step + 1)
    assert.strictEqual(stepAfterRecovery(nowMillis, step + 9), step + 9)
  })
})

describe("a recovery code", () => {
  it.each([
    [new Uint8Array(10), "0000-0000-0000-0000"],
    [new Uint8Array(10).fill(255), "vvvv-vvvv-vvvv-vvvv"],
    [Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), "0000-0000-0000-0001"]
  ])("of %s is %s", (bytes, code) => {
    assert.strictEqual(recoveryCodeOf(bytes), code)
  })
})

describe("what an account needs", () => {
  it.each([
    [true, true, true],
    [true, false, true],
    [false, true, true],
    [false, false, false]
  ])("with a password %s and a second factor %s: a super token %s", (hasPassword, mfaEnabled, expected) => {
    assert.strictEqual(needsSuperToken({ hasPassword, mfaEnabled }), expected)
  })

  it.each([
    [true, false, 1, null],
    [false, true, 1, null],
    [false, false, 1, "last_passkey_of_account"],
    [false, false, 2, null]
  ] as const)("with a password %s, a provider %s, %i passkeys: %s when one is removed", (...facts) => {
    const [hasPassword, hasProvider, passkeys, expected] = facts
    assert.strictEqual(checkRemovePasskey({ hasPassword, hasProvider, passkeys }), expected)
  })

  it.each([
    ["Phone", true],
    [" ", false],
    [null, false],
    ["x".repeat(100), true],
    ["x".repeat(101), false]
  ])("a passkey's name %s: %s", (name, expected) => {
    assert.strictEqual(validatePasskeyName(name).ok, expected)
  })
})

describe("the host that passkeys are for", () => {
  it.each([
    [
      "the public address",
      "https://l10n.example.com:8443",
      "other",
      "l10n.example.com",
      ["https://l10n.example.com:8443"]
    ],
    [
      "else the host of the request",
      null,
      "l10n.example.com",
      "l10n.example.com",
      ["https://l10n.example.com", "http://l10n.example.com"]
    ],
    ["with its port", null, "localhost:8080", "localhost", ["https://localhost:8080", "http://localhost:8080"]],
    [
      "in lower case",
      null,
      "L10N.example.com",
      "l10n.example.com",
      ["https://l10n.example.com", "http://l10n.example.com"]
    ]
  ])("is %s", (_, publicUrl, host, id, origins) => {
    assert.deepStrictEqual(relyingPartyOf(publicUrl, host), { id, origins })
  })

  it.each([undefined, "", "a b", "x:y:z"])("is none when the request names %s", (host) => {
    assert.isNull(relyingPartyOf(null, host))
  })
})
