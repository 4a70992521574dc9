import { assert, describe, it } from "vitest"
import { fieldErrors } from "../error/domain-error.ts"
import {
  forgetExpiredSecret,
  rotateSecret,
  signingSecrets,
  validateSecretOverlap,
  type WebhookSecrets
} from "./webhook-secret.ts"

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
