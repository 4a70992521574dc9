import { createHmac, createPrivateKey, sign as signWithKey } from "node:crypto"
import { assert, describe, it } from "vitest"
import { fieldErrors } from "../error/domain-error.ts"
import {
  asymmetricSignature,
  digestEncodings,
  forgetExpiredSecret,
  makeWebhookSecret,
  rotateSecret,
  type SignBody,
  secretKey,
  signatureHeaders,
  signingSecrets,
  validateSecretOverlap,
  type WebhookSecrets
} from "./signature.ts"
import { webhookBody } from "./webhook-event.ts"

const day = 24 * 3_600_000
const now = 1_767_225_600_000
const fresh: WebhookSecrets = { secret: "first", previousSecret: null, previousSecretUntil: null }
const rotate = (secrets: WebhookSecrets, newSecret: string, overlapMillis: number, at = now) =>
  rotateSecret(secrets, { newSecret, now: at, overlapMillis })

describe("secrets", () => {
  it("one that was never rotated signs alone", () => {
    assert.deepStrictEqual(signingSecrets(fresh, now), ["first"])
  })

  it("after a rotation both sign until the overlap has ended, the new one first", () => {
    const rotated = rotate(fresh, "second", 1_000)
    assert.deepStrictEqual(signingSecrets(rotated, now), ["second", "first"])
    assert.deepStrictEqual(signingSecrets(rotated, now + 999), ["second", "first"])
    assert.deepStrictEqual(signingSecrets(rotated, now + 1_000), ["second"])
  })

  it("the previous one is forgotten when it signs no more, and not before", () => {
    const rotated = rotate(fresh, "second", 1_000)
    assert.deepStrictEqual(forgetExpiredSecret(fresh, now), fresh)
    assert.deepStrictEqual(forgetExpiredSecret(rotated, now + 999), rotated)
    assert.deepStrictEqual(forgetExpiredSecret(rotated, now + 1_000), { ...fresh, secret: "second" })
  })

  it("a rotation without overlap ends the old one at once, and leaves nothing of it", () => {
    assert.deepStrictEqual(rotate(fresh, "second", 0), { ...fresh, secret: "second" })
  })

  it("a second rotation within the overlap ends the first one", () => {
    const twice = rotate(rotate(fresh, "second", day), "third", day, now + 5)
    assert.deepStrictEqual(twice, { secret: "third", previousSecret: "second", previousSecretUntil: now + 5 + day })
  })

  it.each([
    [null, day],
    [undefined, day],
    [0, 0],
    [7 * day, 7 * day]
  ])("an overlap of %s in a body is %s ms", (input, value) => {
    assert.deepStrictEqual(validateSecretOverlap(input), { ok: true, value })
  })

  it.each([
    [-1, "must be greater than or equal to 0"],
    [7 * day + 1, "must be less than or equal to 604800000"]
  ])("an overlap of %s is invalid", (input, overlapMillis) => {
    assert.deepStrictEqual(validateSecretOverlap(input), { ok: false, error: fieldErrors({ overlapMillis }) })
  })
})

const signBody: SignBody = (secret, scheme, prefix, body) =>
  createHmac("sha256", secretKey(secret, scheme)).update(prefix).update(body).digest(digestEncodings[scheme])

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

// The vectors of docs/reference/webhooks.md#test-vectors.
const secret = "whsec_0123456789abcdef0123456789abcdef"
const longSecret = "whsec_ABEiM0RVZneImaq7zN3u/wARIjNEVWZ3iJmqu8zd7v8="
const timestampMillis = 1_767_225_600_123
const testBody = '{"webhookConfigId":1000044001,"projectId":1000000001,"eventType":"TEST","activityData":null}'
const activityBody =
  '{"webhookConfigId":1000044001,"projectId":1000000001,"eventType":"PROJECT_ACTIVITY","activityData":{"revisionId":1000052,"timestamp":1767225600000,"type":"SET_TRANSLATIONS","author":{"id":1000000002,"username":"franta@example.com","name":"Franta Novák","avatar":null,"deleted":false},"modifiedEntities":{"Translation":[{"entityClass":"Translation","entityId":1000049001,"description":{},"modifications":{"text":{"old":"Hello!","new":"Ahoj světe 👋"},"state":{"old":"REVIEWED","new":"TRANSLATED"}},"relations":{"key":{"entityClass":"Key","entityId":1000048001,"data":{"name":"home.title"},"relations":{"namespace":{"entityClass":"Namespace","entityId":1000047001,"data":{"name":"web"},"relations":{},"exists":true}},"exists":true},"language":{"entityClass":"Language","entityId":1000041001,"data":{"tag":"cs","name":"Czech","flagEmoji":"🇨🇿"},"relations":{},"exists":true}},"exists":null}]},"meta":null,"counts":null,"params":null}}'

const sign = (
  secrets: readonly [string, ...ReadonlyArray<string>],
  messageId: string,
  body: string,
  millis = timestampMillis
) => signatureHeaders({ secrets, messageId, timestampMillis: millis, body: bytesOf(body), sign: signBody })

describe("signature", () => {
  it.each([
    ["of a test event", testBody, 92, "a346a9e056f3351ed496c9b8d82bae9d377eabfdc54a997ddd8eeab0d39bd890"],
    ["of a text outside ASCII", activityBody, 940, "591457497078b61d4545d29b25068c0bc2dc1148562e25258ed18d399ae25bd4"]
  ])("Tolgee's, %s", (_, body, bytes, digest) => {
    assert.strictEqual(bytesOf(body).length, bytes)
    assert.strictEqual(
      sign([secret], "msg_1", body)["Tolgee-Signature"],
      `{"timestamp": 1767225600123, "signature": "${digest}"}`
    )
  })

  it.each([
    [
      "of a test event",
      secret,
      "msg_1000044001_test",
      testBody,
      timestampMillis,
      "v1,aiHA/Zi0UNELu0AyWa0X6ruRjxp4L7X4Pps37JU5uJs="
    ],
    [
      "of a text outside ASCII",
      secret,
      "msg_1000044001_1000052",
      activityBody,
      timestampMillis,
      "v1,IxlHpLi4MAdaJi4KOSAoD+2iNihpoAHIXstlLb9zUdQ="
    ],
    [
      "with a key of 32 bytes",
      longSecret,
      "msg_1000044001_test",
      testBody,
      timestampMillis,
      "v1,/8kleY2asKZP3pAOne0uaPk1ZFsCWjRdveraUl8ZY8c="
    ],
    [
      "as published with the libraries of Standard Webhooks",
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      "msg_p5jXN8AQM9LWM0D4loKWxJek",
      '{"test": 2432232314}',
      1_614_265_330_000,
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    ]
  ])("Standard Webhooks', %s", (_, oneSecret, messageId, body, millis, signature) => {
    const headers = sign([oneSecret], messageId, body, millis)
    assert.strictEqual(headers["webhook-id"], messageId)
    assert.strictEqual(headers["webhook-timestamp"], String(Math.floor(millis / 1000)))
    assert.strictEqual(headers["webhook-signature"], signature)
  })

  it("Standard Webhooks', with a private key of Ed25519", () => {
    const privateKeyHeader = Buffer.from("302e020100300506032b657004220420", "hex")
    const signature = asymmetricSignature({
      signingKey: "whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8DoQe/884Qvh1w3RjnS8CZZ+TWMJulDV8d3IZkElUxuA==",
      messageId: "msg_1000044001_test",
      timestampMillis,
      body: bytesOf(testBody),
      ed25519Sign: (seed, message) => {
        const key = Buffer.concat([privateKeyHeader, seed])
        return signWithKey(null, message, createPrivateKey({ key, format: "der", type: "pkcs8" }))
      }
    })
    assert.strictEqual(
      signature,
      "v1a,28p2WUOdyinFtJLClkcEQ0dCrLh0wY4e5zvlMtO1/Nt1nSKr48GjHdHc5PjGFpaibbWO2Hf5Dsx5mMmXvVK9Dw=="
    )
  })

  it("during a rotation every secret signs in the standard scheme, the newest alone in Tolgee's", () => {
    const headers = sign([longSecret, secret], "msg_1000044001_test", testBody)
    assert.strictEqual(
      headers["webhook-signature"],
      "v1,/8kleY2asKZP3pAOne0uaPk1ZFsCWjRdveraUl8ZY8c= v1,aiHA/Zi0UNELu0AyWa0X6ruRjxp4L7X4Pps37JU5uJs="
    )
    const newestAlone = sign([longSecret], "msg_1000044001_test", testBody)
    assert.strictEqual(headers["Tolgee-Signature"], newestAlone["Tolgee-Signature"])
  })

  it("another attempt has another signature and the same id", () => {
    const first = sign([secret], "msg_1", testBody)
    const second = sign([secret], "msg_1", testBody, timestampMillis + 5000)
    assert.strictEqual(first["webhook-id"], second["webhook-id"])
    assert.notStrictEqual(first["Tolgee-Signature"], second["Tolgee-Signature"])
    assert.notStrictEqual(first["webhook-signature"], second["webhook-signature"])
  })
})

describe("body", () => {
  it("of a test event writes its nulls", () => {
    const event = { webhookConfigId: 1000044001, projectId: 1000000001, eventType: "TEST", activityData: null } as const
    assert.strictEqual(webhookBody(event), testBody)
  })
})

describe("secret", () => {
  it("is a prefix and 32 lower-case hexadecimal digits", () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, index) => index * 17)
    assert.strictEqual(makeWebhookSecret(bytes), "whsec_00112233445566778899aabbccddeeff")
    assert.match(makeWebhookSecret(new Uint8Array(16)), /^whsec_[0-9a-f]{32}$/)
  })
})
