import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import { checkStillPermitted } from "./check-still-permitted.ts"
import { computePermission } from "./compute-permission.ts"
import type { Permission } from "./permission.ts"
import type { Scope } from "./scope.ts"

const noLanguages = { translateLanguageIds: null, viewLanguageIds: null, stateChangeLanguageIds: null }
const none: Permission = { type: "NONE", scopes: null, ...noLanguages }

const permission = (scopes: ReadonlyArray<Scope>, languages: Partial<typeof noLanguages | Permission> = {}) =>
  computePermission({
    organizationRole: null,
    basePermission: none,
    directPermission: { type: null, scopes, ...noLanguages, ...languages },
    serverRole: "USER"
  })

const limited = (...ids: ReadonlyArray<number>) =>
  permission(["translations.edit"], { translateLanguageIds: ids, viewLanguageIds: ids })

const granted = (computedPermission: ReturnType<typeof permission>, keyScopes?: ReadonlyArray<Scope>) => ({
  computedPermission,
  effectiveScopes: keyScopes ?? computedPermission.scopes
})

describe("a request that takes long", () => {
  it.each([
    ["with the same permission", granted(limited(1, 2)), limited(1, 2)],
    ["whose user got more", granted(limited(1)), permission(["admin"])],
    [
      "of a key, whose user lost what the key has not",
      granted(permission(["admin"]), ["keys.view"]),
      permission(["keys.edit"])
    ]
  ])("%s goes on", (_, start, now) => {
    assert.isNull(checkStillPermitted(start, now))
  })

  it.each([
    [
      "a scope",
      granted(permission(["keys.edit"])),
      permission(["keys.view"]),
      domainError("operation_not_permitted", ["keys.edit"])
    ],
    ["a language", granted(limited(1, 2)), limited(2), domainError("language_not_permitted", [[1], [null]])],
    [
      "all languages but one",
      granted(permission(["translations.edit"])),
      limited(2),
      domainError("language_not_permitted", [[], []])
    ]
  ])("whose user lost %s ends", (_, start, now, error) => {
    assert.deepStrictEqual(checkStillPermitted(start, now), error)
  })
})
