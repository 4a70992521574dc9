import { assert, describe, it } from "vitest"
import { isCodeExpired, passwordResetMillis } from "./one-time-code.ts"

describe("a code that was sent by mail", () => {
  it("opens until its hour is over", () => {
    const code = { expiresAt: passwordResetMillis }
    assert.isFalse(isCodeExpired(code, 3_599_999))
    assert.isTrue(isCodeExpired(code, 3_600_000))
  })
})
