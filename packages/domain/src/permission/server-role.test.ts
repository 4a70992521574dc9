import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import { checkLoseAdministrator } from "./server-role.ts"

describe("an administrator of the server is demoted, disabled or deleted", () => {
  it("while there is another one", () => {
    assert.isNull(checkLoseAdministrator({ serverRole: "ADMIN", hasOtherAdministrator: true }))
  })

  it("but not as the last one", () => {
    assert.deepStrictEqual(
      checkLoseAdministrator({ serverRole: "ADMIN", hasOtherAdministrator: false }),
      domainError("server_has_no_other_administrator")
    )
  })

  it("and other users at any time", () => {
    assert.isNull(checkLoseAdministrator({ serverRole: "USER", hasOtherAdministrator: false }))
  })
})
