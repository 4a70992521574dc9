import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import {
  type AdministratorFacts,
  checkDisableUser,
  checkLoseAdministrator,
  checkSetServerRole,
  type ServerRole
} from "./server-role.ts"

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

const user: AdministratorFacts = { serverRole: "USER", hasOtherAdministrator: true }
const administrator = { ...user, serverRole: "ADMIN" } as const
const last = { ...administrator, hasOtherAdministrator: false }
const isLast = domainError("server_has_no_other_administrator")
const absent = domainError("user_not_found")

describe("disabling an account", () => {
  it.each([
    ["of a user is allowed", 2, user, null],
    ["of one of several administrators is allowed", 2, administrator, null],
    ["of the last administrator is rejected", 2, last, isLast],
    ["of the caller is rejected", 1, administrator, domainError("cannot_disable_your_own_account")],
    ["that does not exist is rejected", 2, null, absent]
  ] satisfies ReadonlyArray<[string, number, AdministratorFacts | null, DomainError | null]>)(
    "%s",
    (_, userId, facts, expected) => {
      assert.deepStrictEqual(checkDisableUser({ callerId: 1, userId, user: facts }), expected)
    }
  )
})

describe("setting the role of an account on the server", () => {
  it.each([
    ["makes a user an administrator", user, "ADMIN", null],
    ["demotes one of several administrators", administrator, "USER", null],
    ["does not demote the last administrator", last, "USER", isLast],
    ["leaves the last administrator one", last, "ADMIN", null],
    ["needs an account that exists", null, "ADMIN", absent]
  ] satisfies ReadonlyArray<[string, AdministratorFacts | null, ServerRole, DomainError | null]>)(
    "%s",
    (_, facts, role, expected) => {
      assert.deepStrictEqual(checkSetServerRole(facts, role), expected)
    }
  )
})
