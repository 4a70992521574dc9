import type { AcceptedCredential } from "@dragoman/api"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { seed, toPermission } from "../testing/seed.ts"
import { type CallerKind, forcedDomain } from "./caller-kinds.ts"
import type { ContractEndpoint } from "./contract-endpoints.ts"

/**
 * An organization with base permission VIEW, a project with branches in it, and another organization with another project, of which
 * no caller of the first one may learn anything.
 *
 * For a new endpoint: what its path names goes into `path-parameters.ts`, with how to make one that belongs to another user
 * (by `seed`, when the test asks for it); what its body or query must hold to be accepted goes into
 * `accepted-request.ts`. The tests of this folder say which of it is missing.
 */
export interface ContractFixture {
  /** Unique names of everything in this world begin with it. */
  readonly name: string
  readonly owner: number
  readonly organization: { readonly id: number; readonly slug: string }
  readonly project: { readonly id: number; readonly languageId: number }
  readonly otherOwner: number
  readonly otherOrganization: { readonly id: number; readonly slug: string }
  readonly otherProject: { readonly id: number; readonly languageId: number }
}

/** Names nothing, but is an id. */
const absentId = "987654321"

/** One transaction, whatever is in it: many small worlds cost little. `isProjectPublic`: visitors may read the project. */
export const seedFixture = Effect.fnUntraced(function* (name: string, isProjectPublic = false) {
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const owner = yield* seed.user({ username: `${name} founder` })
      const organization = yield* seed.organization({ name, owner })
      const project = yield* seed.project({
        organization: organization.id,
        name,
        languages: ["en", "de"],
        isPublic: isProjectPublic
      })
      yield* seed.branch({ project: project.id, name: "main", isDefault: true })
      const otherOwner = yield* seed.user({ username: `${name} other founder` })
      const otherOrganization = yield* seed.organization({ name: `${name} other`, owner: otherOwner })
      const otherProject = yield* seed.project({ organization: otherOrganization.id, name: `${name} other` })
      return {
        name,
        owner,
        organization,
        project: { id: project.id, languageId: project.languages["de"] ?? 0 },
        otherOwner,
        otherOrganization,
        otherProject: { id: otherProject.id, languageId: otherProject.languages["en"] ?? 0 }
      } satisfies ContractFixture
    })
  )
})

/** A new user of this kind, and what they authenticate with; null: nothing. */
export const seedCaller = Effect.fnUntraced(function* (fixture: ContractFixture, kind: CallerKind) {
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const address = kind.mustConnect ? `@${forcedDomain}` : ""
      const user = yield* seed.user({ username: `${fixture.name} ${kind.name}${address}`, serverRole: kind.serverRole })
      if (kind.organizationRole !== null) {
        yield* seed.organizationRole({
          organization: fixture.organization.id,
          user,
          role: kind.organizationRole
        })
      }
      if (kind.directPermission !== null) {
        const limits = kind.limitedLists.map((list) => [list, [fixture.project.languageId]])
        const permission = { ...toPermission(kind.directPermission), ...Object.fromEntries(limits) }
        yield* seed.directPermission({ project: fixture.project.id, user, permission })
      }
      if (kind.keyOfOtherProject) {
        yield* seed.directPermission({ project: fixture.otherProject.id, user, permission: "MANAGE" })
      }
      switch (kind.credential) {
        case "JWT":
          if (kind.isActedAs) {
            const username = `${fixture.name} ${kind.name}: who acts`
            return yield* seed.actingToken({
              administrator: yield* seed.user({ username, serverRole: "ADMIN" }),
              user
            })
          }
          return yield* seed.accessToken(user, { super: kind.isSuper })
        case "SESSION":
          return yield* seed.session(user, { super: kind.isSuper })
        case "PAT":
          return yield* seed.personalAccessToken({ user })
        case null:
          return null
        case "PAK": {
          const { id } = kind.keyOfOtherProject ? fixture.otherProject : fixture.project
          return yield* seed.apiKey({ project: id, user, scopes: kind.keyScopes })
        }
      }
    })
  )
})

/** The credential of a caller whom the endpoint lets in. */
export const seedAllowed = Effect.fnUntraced(function* (fixture: ContractFixture, { requirement }: ContractEndpoint) {
  if (requirement.subject === "public") return null
  const accepted: ReadonlyArray<AcceptedCredential> = requirement.credentials
  if (accepted.includes("JWT")) {
    const user =
      requirement.subject === "administrator"
        ? yield* seed.user({ username: `${fixture.name} administrator`, serverRole: "ADMIN" })
        : fixture.owner
    return yield* seed.accessToken(user, { super: true })
  }
  return accepted.includes("PAK")
    ? yield* seed.apiKey({ project: fixture.project.id, user: fixture.owner, scopes: ["admin"] })
    : yield* seed.personalAccessToken({ user: fixture.owner })
})

/** The endpoint's path in this world. What the world does not have is an id or a name of nothing. */
export const pathIn = (
  fixture: ContractFixture,
  endpoint: ContractEndpoint,
  values: Readonly<Record<string, string>> = {}
): string => {
  const known: Readonly<Record<string, string>> = {
    projectId: String(fixture.project.id),
    organization: fixture.organization.slug,
    ...endpoint.literalParams,
    ...values
  }
  return endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(known[name] ?? (endpoint.numberParams.includes(name) ? absentId : `${fixture.name}-nothing`))
  )
}
