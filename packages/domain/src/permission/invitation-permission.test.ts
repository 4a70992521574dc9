import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import { invalid, valid } from "../validation/validated.ts"
import { type InvitationFacts, invitationPermission, type RequestedInvitation } from "./invitation-permission.ts"
import { allLanguages, permissionOfScopes, permissionOfType } from "./permission.ts"

const english = 5
const foreign = 7

const free: InvitationFacts = {
  projectId: 1,
  projectIdsByLanguageId: new Map([
    [english, 1],
    [foreign, 2]
  ]),
  emailTaken: false
}
const taken = { ...free, emailTaken: true }

describe("the permission of an invitation", () => {
  it.each([
    [
      "with neither type nor scopes, before languages",
      taken,
      { translateLanguageIds: [foreign] },
      domainError("set_exactly_one_of_scopes_or_type")
    ],
    [
      "with a type and scopes",
      free,
      { type: "VIEW", scopes: ["keys.view"] },
      domainError("set_exactly_one_of_scopes_or_type")
    ],
    ["with empty scopes only", free, { scopes: [] }, domainError("set_exactly_one_of_scopes_or_type")],
    [
      "with a language of another project, before the e-mail address",
      taken,
      { type: "VIEW", translateLanguageIds: [foreign] },
      domainError("language_not_from_project")
    ],
    [
      "of a taken e-mail address, before unknown scopes",
      taken,
      { scopes: ["keys.fly"] },
      domainError("email_already_invited_or_member")
    ],
    [
      "with an unknown scope, before the rules of languages",
      free,
      { scopes: ["keys.view", "keys.fly"], viewLanguageIds: [english] },
      domainError("scope_not_found", ["keys.fly"])
    ],
    [
      "with languages that the type does not take",
      free,
      { type: "EDIT", translateLanguageIds: [english] },
      domainError("only_translate_or_review_permission_accepts_translate_languages")
    ],
    [
      "with languages that the scopes do not take",
      free,
      { scopes: ["keys.view"], viewLanguageIds: [english] },
      domainError("cannot_set_view_languages_without_translations_view_scope")
    ]
  ] satisfies ReadonlyArray<[string, InvitationFacts, RequestedInvitation, DomainError]>)(
    "is invalid %s",
    (_, facts, requested, error) => {
      assert.deepStrictEqual(invitationPermission(facts, requested), invalid(error))
    }
  )

  it("is one by type, with an empty list of scopes beside it", () => {
    assert.deepStrictEqual(
      invitationPermission(free, { type: "TRANSLATE", scopes: [], translateLanguageIds: [english] }),
      valid(permissionOfType("TRANSLATE", { ...allLanguages, translateLanguageIds: [english] }))
    )
  })

  it("or a granular one", () => {
    assert.deepStrictEqual(
      invitationPermission(free, { type: null, scopes: ["translations.view"], viewLanguageIds: [english] }),
      valid(permissionOfScopes(["translations.view"], { ...allLanguages, viewLanguageIds: [english] }))
    )
  })
})
