import { assert, beforeEach, describe, it } from "vitest"
import { ApiError } from "./api-error.ts"
import { onInterruptions, withInterruptions } from "./interruptions.ts"

const asked: Array<string> = []

beforeEach(() => {
  asked.length = 0
  onInterruptions({
    sessionEnded: async () => void asked.push("login"),
    passwordNeeded: async () => void asked.push("password")
  })
})

/** Fails with these errors, one after the other, and then responds. */
const failing = (...errors: ReadonlyArray<ApiError>) => {
  const left = [...errors]
  return async () => {
    const error = left.shift()
    if (error !== undefined) throw error
    return "response"
  }
}

const unauthenticated = new ApiError({ status: 401, code: "unauthenticated" })
const elevate = new ApiError({ status: 403, code: "expired_super_jwt_token" })

describe("a request of the console", () => {
  it("that another one's new cookie value overtook is made again without a word", async () => {
    assert.strictEqual(await withInterruptions(failing(unauthenticated)), "response")
    assert.deepStrictEqual(asked, [])
  })

  it("asks for a login when it is refused again, and for the password where that is needed", async () => {
    assert.strictEqual(await withInterruptions(failing(unauthenticated, unauthenticated, elevate)), "response")
    assert.deepStrictEqual(asked, ["login", "password"])
  })

  it("fails at once where nothing may be asked", async () => {
    const failed = await withInterruptions(failing(unauthenticated), { withoutDialogs: true }).catch(String)
    assert.include(String(failed), "unauthenticated")
    assert.deepStrictEqual(asked, [])
  })
})
