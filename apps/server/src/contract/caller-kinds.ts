import type { CredentialKind } from "@dragoman/api"
import type { LanguageRestrictions, OrganizationRole, Scope, ServerRole } from "@dragoman/domain/permission"
import type { SeedPermission } from "../testing/seed.ts"

/** A kind of caller, seen from one organization with base permission VIEW and one project in it. */
export interface CallerKind {
  readonly name: string
  readonly serverRole: ServerRole
  readonly organizationRole: OrganizationRole | null
  readonly directPermission: SeedPermission | null
  /** Lists of the direct permission that hold one language of the project only. */
  readonly limitedLists: ReadonlyArray<keyof LanguageRestrictions>
  /** null: none. */
  readonly credential: CredentialKind | null
  /** The password was entered lately; of access tokens and sessions only. */
  readonly isSuper: boolean
  /** Scopes of project API keys. */
  readonly keyScopes: ReadonlyArray<Scope>
  /** The key was made for another project, in which the user has all scopes. */
  readonly keyOfOtherProject: boolean
  /** The access token is that of an administrator who acts as the user. */
  readonly isActedAs: boolean
  /** The domain of the user's address requires single sign-on, and the account is not connected with it. */
  readonly mustConnect: boolean
  /** The project is public when this caller asks. */
  readonly isProjectPublic: boolean
}

/** The domain that requires single sign-on. */
export const forcedDomain = "forced.example"

const kind = (name: string, difference: Partial<CallerKind>): CallerKind => ({
  name,
  serverRole: "USER",
  organizationRole: null,
  directPermission: null,
  limitedLists: [],
  credential: "JWT",
  isSuper: true,
  keyScopes: [],
  keyOfOtherProject: false,
  isActedAs: false,
  mustConnect: false,
  isProjectPublic: false,
  ...difference
})

const owner = { organizationRole: "OWNER" } as const

export const callerKinds: ReadonlyArray<CallerKind> = [
  kind("server administrator", { serverRole: "ADMIN" }),
  kind("administrator who acts as another one", { serverRole: "ADMIN", isSuper: false, isActedAs: true }),
  kind("administrator who acts as the owner", { ...owner, isSuper: false, isActedAs: true }),
  kind("owner", owner),
  kind("owner, no super token", { ...owner, isSuper: false }),
  kind("owner whose domain requires single sign-on, not connected", { ...owner, mustConnect: true }),
  kind("member (VIEW)", { organizationRole: "MEMBER" }),
  kind("MANAGE", { directPermission: "MANAGE" }),
  kind("EDIT", { directPermission: "EDIT" }),
  kind("REVIEW", { directPermission: "REVIEW" }),
  kind("TRANSLATE", { directPermission: "TRANSLATE" }),
  kind("TRANSLATE, one language", { directPermission: "TRANSLATE", limitedLists: ["translateLanguageIds"] }),
  kind("VIEW", { directPermission: "VIEW" }),
  kind("keys.view, webhooks.manage", { directPermission: ["keys.view", "webhooks.manage"] }),
  kind("translations.edit, languages.edit, one language", {
    directPermission: ["translations.edit", "languages.edit"],
    limitedLists: ["translateLanguageIds", "viewLanguageIds"]
  }),
  kind("NONE", { directPermission: "NONE" }),
  kind("stranger", {}),
  kind("session of the owner", { ...owner, credential: "SESSION" }),
  kind("session of the owner, not elevated", { ...owner, credential: "SESSION", isSuper: false }),
  kind("PAT of the owner", { ...owner, credential: "PAT", isSuper: false }),
  kind("PAK of the owner, all scopes", { ...owner, credential: "PAK", isSuper: false, keyScopes: ["admin"] }),
  kind("PAK of the owner, keys.view", { ...owner, credential: "PAK", isSuper: false, keyScopes: ["keys.view"] }),
  kind("PAK of an administrator", { serverRole: "ADMIN", credential: "PAK", isSuper: false, keyScopes: ["admin"] }),
  kind("PAK of another project", {
    ...owner,
    credential: "PAK",
    isSuper: false,
    keyScopes: ["admin"],
    keyOfOtherProject: true
  })
]

/** Callers who are not of the organization, when the project is public. */
export const visitors: ReadonlyArray<CallerKind> = [
  kind("anonymous visitor of a public project", { credential: null, isSuper: false, isProjectPublic: true }),
  kind("logged-in visitor of a public project", { isProjectPublic: true }),
  kind("PAT of a visitor of a public project", { credential: "PAT", isSuper: false, isProjectPublic: true }),
  kind("NONE, of a public project", { directPermission: "NONE", isProjectPublic: true }),
  kind("PAK of a user who left a public project", {
    credential: "PAK",
    isSuper: false,
    keyScopes: ["admin"],
    isProjectPublic: true
  })
]

/** All of them, in the order of docs/authorization.md. */
export const allCallers: ReadonlyArray<CallerKind> = [...callerKinds, ...visitors]

/** Members of the organization who may view one language of the project, or nothing of it. */
export const restrictedMembers: ReadonlyArray<CallerKind> = [
  kind("member, NONE", { organizationRole: "MEMBER", directPermission: "NONE" }),
  kind("member, one language", {
    organizationRole: "MEMBER",
    directPermission: ["translations.edit"],
    limitedLists: ["translateLanguageIds", "viewLanguageIds"]
  })
]
