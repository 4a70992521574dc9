import { assert, describe, it } from "vitest"
import { describeDatabase } from "./describe-settings.ts"

describe("a database", () => {
  it("is shown by its address, without passwords", () => {
    assert.strictEqual(describeDatabase({ engine: "sqlite", filename: "/x y" }), "sqlite:/x y")
    assert.strictEqual(describeDatabase({ engine: "postgres", url: "postgres://u:p@h/d" }), "postgres://u:hidden@h/d")
    assert.notInclude(
      describeDatabase({ engine: "postgres", url: "postgres://u@h/d?sslpassword=hunter2&PASSWORD=hunter2" }),
      "hunter2"
    )
  })
})
