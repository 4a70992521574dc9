import type { PermissionFacts } from "../compute-permission.ts"
import { allLanguages, type LanguageRestrictions, type Permission, permissionTypes } from "../permission.ts"
import { type Scope, scopes } from "../scope.ts"

/** The languages of the project that the facts are about. */
export const languageIds = [1, 2, 3, 4] as const

/** The last language is in no list. */
const listedLanguageIds = languageIds.slice(0, 3)

export interface Random {
  /** With this probability. */
  readonly happens: (probability: number) => boolean
  readonly pick: <const Item>(items: readonly [Item, ...ReadonlyArray<Item>]) => Item
  /** In random order, without repeats. */
  readonly some: <Item>(items: ReadonlyArray<Item>, countMax: number) => ReadonlyArray<Item>
  readonly scopes: () => ReadonlyArray<Scope>
  /** Also such as no request could make, for example EDIT with lists. */
  readonly permission: () => Permission
  readonly facts: () => PermissionFacts
}

/** The same values at every run, so that a failure can be looked at again. */
export const makeRandom = (seed: number): Random => {
  const fraction = makeFraction(seed)
  const happens: Random["happens"] = (probability) => fraction() < probability
  const pick: Random["pick"] = (items) => items[Math.floor(fraction() * items.length)] ?? items[0]
  const some: Random["some"] = (items, countMax) =>
    items
      .map((item) => ({ item, rank: fraction() }))
      .sort((left, right) => left.rank - right.rank)
      .slice(0, Math.floor(fraction() * (countMax + 1)))
      .map(({ item }) => item)
  const someScopes: Random["scopes"] = () => some(scopes, 5)
  const languageList = () => {
    const ids = happens(0.5) ? some(listedLanguageIds, 3) : []
    return ids.length === 0 ? null : ids
  }
  const languages = (): LanguageRestrictions => ({
    translateLanguageIds: languageList(),
    viewLanguageIds: languageList(),
    stateChangeLanguageIds: languageList()
  })
  const permission: Random["permission"] = () =>
    happens(0.5)
      ? { type: pick(permissionTypes), scopes: null, ...languages() }
      : { type: null, scopes: someScopes(), ...languages() }
  const facts: Random["facts"] = () => ({
    organizationRole: pick(["OWNER", "MEMBER", "MEMBER", null, null]),
    basePermission: { ...permission(), ...allLanguages },
    directPermission: happens(0.6) ? permission() : null,
    serverRole: happens(0.1) ? "ADMIN" : "USER"
  })
  return { happens, pick, some, scopes: someScopes, permission, facts }
}

/** At least 0, below 1 (the generator mulberry32). */
const makeFraction = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const folded = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((folded ^ (folded >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Rounds of a test with the tag "random": `npm test` tries a tenth of them, `npm run test:exhaustive` all. */
export const randomRounds = (rounds: number): number =>
  process.env["TEST_PART"] === "quick" ? Math.ceil(rounds / 10) : rounds
