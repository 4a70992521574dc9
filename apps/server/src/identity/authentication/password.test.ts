import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hashPassword, verifyPassword } from "./password.ts"

describe("password hash", () => {
  it.effect("matches its password only, and contains its cost", () =>
    Effect.gen(function* () {
      const hash = yield* hashPassword("příliš tajné")
      assert.match(hash, /^\$argon2id\$v=19\$m=7168,t=5,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
      assert.isTrue(yield* verifyPassword("příliš tajné", hash))
      assert.isTrue(yield* verifyPassword("příliš tajné".normalize("NFD"), hash))
      assert.isFalse(yield* verifyPassword("prilis tajne", hash))
      assert.notInclude(hash, "tajné")
    })
  )

  it.effect("differs for the same password", () =>
    Effect.gen(function* () {
      assert.notStrictEqual(yield* hashPassword("same"), yield* hashPassword("same"))
    })
  )

  it.effect("is checked at the cost that it contains", () =>
    Effect.gen(function* () {
      const hash = yield* hashPassword("cheap")
      assert.isFalse(yield* verifyPassword("cheap", hash.replace("m=7168", "m=1024")))
    })
  )

  it.effect("of no account matches no password", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* verifyPassword("", null))
    })
  )
})
