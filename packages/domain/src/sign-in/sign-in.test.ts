import { assert, describe, it } from "vitest"
import { type GroupMapping, roleOfGroups } from "./group-role.ts"
import { defaultProfileRules, profileOf } from "./identity-profile.ts"
import { checkBecomeManaged, isOnlyOfOrganization } from "./managed-account-rules.ts"
import { isSameProvider, type OrganizationSso, validateOrganizationSso } from "./organization-sso-rules.ts"

const claims = { sub: "7", email: "Nela@Example.com", email_verified: true, name: "Nela Nová" }
const profile = { subject: "7", email: "nela@example.com", name: "Nela Nová", groups: [] }

describe("a person at a provider", () => {
  it.each([
    ["is what the claims say, the address in small letters", claims, {}, profile],
    ["may have a number as id", { ...claims, sub: 7 }, {}, profile],
    [
      "is named by two names where there is no whole one",
      { ...claims, name: " ", given_name: "Nela", family_name: "N" },
      {},
      { ...profile, name: "Nela N" }
    ],
    [
      "is named by the address where there is no name",
      { ...claims, name: undefined },
      {},
      { ...profile, name: "nela" }
    ],
    [
      "is read from claims of other names",
      { id: "x", mail: "a@b.org", label: "A", email_verified: true },
      { subjectClaim: "id", emailClaim: "mail", nameClaim: "label" },
      { subject: "x", email: "a@b.org", name: "A", groups: [] }
    ],
    ["has an address that is trusted", { ...claims, email_verified: undefined }, { trustEmail: true }, profile],
    [
      "has groups, each once",
      { ...claims, groups: ["a", "b", "a", 7, ""] },
      { groupsClaim: "groups" },
      { ...profile, groups: ["a", "b"] }
    ],
    [
      "has groups in one text",
      { ...claims, groups: "a, b" },
      { groupsClaim: "groups" },
      { ...profile, groups: ["a", "b"] }
    ],
    ["is of the domain, in any case", claims, { emailDomains: ["EXAMPLE.com"] }, profile],
    ["is of the workspace", { ...claims, hd: "example.com" }, { workspaceDomains: ["example.com"] }, profile]
  ])("%s", (_, given, rules, expected) => {
    assert.deepStrictEqual(profileOf(given, { ...defaultProfileRules, ...rules }), { ok: true, value: expected })
  })

  it.each([
    ["without an id", { ...claims, sub: " " }, {}, "third_party_auth_no_sub"],
    ["with an id that is too long", { ...claims, sub: "x".repeat(256) }, {}, "third_party_auth_no_sub"],
    ["without an address", { ...claims, email: undefined }, {}, "third_party_auth_no_email"],
    ["whose address is not verified", { ...claims, email_verified: false }, {}, "third_party_auth_no_email"],
    [
      "whose address is said to be verified in no way",
      { ...claims, email_verified: 1 },
      {},
      "third_party_auth_no_email"
    ],
    ["with two @ in the address", { ...claims, email: "a@b@c.org" }, { trustEmail: true }, "third_party_auth_no_email"],
    ["of another domain", claims, { emailDomains: ["ample.com"] }, "third_party_auth_non_matching_email"],
    ["of no workspace", claims, { workspaceDomains: ["example.com"] }, "third_party_google_workspace_mismatch"],
    [
      "of another workspace",
      { ...claims, hd: "x.org" },
      { workspaceDomains: ["y.org"] },
      "third_party_google_workspace_mismatch"
    ]
  ])("is refused %s", (_, given, rules, code) => {
    const found = profileOf(given, { ...defaultProfileRules, ...rules })
    assert.deepInclude(found, { ok: false })
    assert.deepInclude("error" in found ? found.error : {}, { code })
  })
})

describe("groups", () => {
  const none: GroupMapping = { ownerGroups: [], memberGroups: [] }
  const both: GroupMapping = { ownerGroups: ["leads"], memberGroups: ["people"] }
  const owners: GroupMapping = { ownerGroups: ["leads"], memberGroups: [] }
  const members: GroupMapping = { ownerGroups: [], memberGroups: ["people"] }
  it.each([
    ["nothing is mapped: a new person is MEMBER", none, ["leads"], null, true, "MEMBER"],
    ["nothing is mapped: a role stays", none, [], "OWNER", true, "OWNER"],
    ["a group of owners makes OWNER", both, ["leads"], null, true, "OWNER"],
    ["a group of owners counts more than one of members", both, ["people", "leads"], "MEMBER", true, "OWNER"],
    ["a group of members makes MEMBER", both, ["people"], null, true, "MEMBER"],
    ["a group that was left takes the role of an owner away", both, ["people"], "OWNER", true, "MEMBER"],
    ["the last owner stays", both, ["people"], "OWNER", false, "OWNER"],
    ["the last owner stays without any group", both, [], "OWNER", false, "OWNER"],
    ["no group of a mapping lets nobody in", both, ["others"], null, true, null],
    ["no group of a mapping takes a role away", both, [], "MEMBER", true, null],
    ["only owners are mapped: all others are MEMBER", owners, [], null, true, "MEMBER"],
    ["only members are mapped: an owner stays", members, ["people"], "OWNER", true, "OWNER"]
  ] as const)("%s", (_, mapping, groups, role, hasOtherOwner, expected) => {
    assert.strictEqual(roleOfGroups(mapping, groups, { role, hasOtherOwner }), expected)
  })
})

describe("single sign-on of an organization", () => {
  const stored: OrganizationSso = {
    enabled: true,
    force: false,
    domain: "example.com",
    clientId: "dragoman",
    clientSecret: "secret",
    authorizationUri: "https://login.example.com/authorize",
    tokenUri: "https://login.example.com/token",
    issuer: "",
    groupsClaim: "groups",
    ownerGroups: [],
    memberGroups: []
  }
  const owner = { serverRole: "USER" } as const
  const administrator = { serverRole: "ADMIN" } as const

  it("keeps the secret when none is given, and trims the rest", () => {
    const input = { ...stored, clientSecret: "", domain: " Example.COM ", ownerGroups: [" leads ", "leads", ""] }
    assert.deepStrictEqual(validateOrganizationSso(input, stored, owner), {
      ok: true,
      value: { ...stored, ownerGroups: ["leads"] }
    })
  })

  it.each([
    ["another issuer", { issuer: "https://login.example.org" }],
    ["another client", { clientId: "other" }],
    ["another authorization address", { authorizationUri: "https://login.example.org/authorize" }],
    ["another token address", { tokenUri: "https://login.example.org/token" }]
  ])("gives the kept secret to no other provider: %s", (_, change) => {
    const input = { ...stored, ...change, clientSecret: "" }
    const found = validateOrganizationSso(input, stored, administrator)
    const missing = { code: "cannot_set_sso_provider_missing_fields", params: ["clientSecret"] }
    assert.deepInclude("error" in found ? found.error : {}, missing)
    const off = validateOrganizationSso({ ...input, enabled: false }, stored, administrator)
    assert.deepInclude("value" in off ? off.value : {}, { clientSecret: "" })
    assert.isFalse(isSameProvider(stored, { ...stored, ...change }))
  })

  it("is the same provider whatever else changes", () => {
    const change = {
      enabled: false,
      force: true,
      domain: "o.org",
      clientSecret: "n",
      groupsClaim: "g",
      ownerGroups: ["a"]
    }
    assert.isTrue(isSameProvider(stored, { ...stored, ...change }))
  })

  it.each([
    ["has nothing else", "USER", [], null, true],
    ["has an organization with nothing in it", "USER", [true], null, false],
    ["has access elsewhere", "USER", [true, false], "sso_cannot_manage_access_elsewhere", false],
    ["is an administrator", "ADMIN", [], "sso_cannot_manage_administrator", false]
  ] as const)("and an account that %s", (_, serverRole, unused, code, isOnlyHere) => {
    const elsewhere = unused.map((isUnused, index) => ({ name: `Organization ${index}`, isUnused }))
    const refused = checkBecomeManaged({ serverRole, elsewhere })
    assert.strictEqual(refused !== null && "code" in refused ? refused.code : null, code)
    if (code === "sso_cannot_manage_access_elsewhere") assert.deepInclude(refused, { params: ["Organization 1"] })
    assert.strictEqual(isOnlyOfOrganization({ serverRole, elsewhere }), isOnlyHere)
  })

  it.each([
    ["an owner changes the domain", { ...stored, domain: "other.org" }, stored, owner, "sso_domain_not_allowed"],
    ["an owner sets the first domain", stored, null, owner, "sso_domain_not_allowed"],
    ["a field is blank", { ...stored, tokenUri: " " }, stored, owner, "cannot_set_sso_provider_missing_fields"],
    [
      "there is no secret",
      { ...stored, clientSecret: null },
      null,
      administrator,
      "cannot_set_sso_provider_missing_fields"
    ]
  ])("is refused when %s", (_, input, before, caller, code) => {
    const found = validateOrganizationSso(input, before, caller)
    assert.deepInclude("error" in found ? found.error : {}, { code })
  })

  it("needs no addresses with an issuer, and nothing while it is off", () => {
    const issuer = { ...stored, issuer: "https://login.example.com", authorizationUri: "", tokenUri: "" }
    assert.isTrue(validateOrganizationSso(issuer, stored, owner).ok)
    assert.isTrue(validateOrganizationSso({ enabled: false }, null, owner).ok)
  })

  it("takes domains only", () => {
    const found = validateOrganizationSso({ ...stored, domain: "a b" }, null, administrator)
    assert.deepInclude("error" in found ? found.error : {}, { kind: "standardValidation" })
  })
})
