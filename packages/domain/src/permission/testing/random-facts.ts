import type { PermissionFacts } from "../compute-permission.ts"
import type { LanguageRestrictions, Permission } from "../permission.ts"
import { permissionTypes } from "../permission-type.ts"
import { type Scope, scopes } from "../scope.ts"

/** The languages that random permissions are limited to, and one (the last) that no list ever has. */
export const languageIds = [1, 2, 3, 4] as const
const listedLanguageIds = languageIds.slice(0, 3)

/** The same values at every run, so that a failure can be looked at again. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** At least 0, below 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** With the probability given. */
  happens(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<const Item>(items: readonly [Item, ...ReadonlyArray<Item>]): Item {
    return items[Math.floor(this.fraction() * items.length)] ?? items[0]
  }

  /** In random order, without repeats. */
  some<Item>(items: ReadonlyArray<Item>, countMax: number): ReadonlyArray<Item> {
    const count = Math.floor(this.fraction() * (countMax + 1))
    return items
      .map((item) => ({ item, rank: this.fraction() }))
      .sort((left, right) => left.rank - right.rank)
      .slice(0, count)
      .map(({ item }) => item)
  }

  scopes(): ReadonlyArray<Scope> {
    return this.some(scopes, 5)
  }

  languages(): LanguageRestrictions {
    const list = () => {
      const ids = this.happens(0.5) ? this.some(listedLanguageIds, 3) : []
      return ids.length === 0 ? null : ids
    }
    return { translateLanguageIds: list(), viewLanguageIds: list(), stateChangeLanguageIds: list() }
  }

  /** Also those that no request could make, such as EDIT with lists. */
  permission(): Permission {
    return this.happens(0.5)
      ? { type: this.pick(permissionTypes), scopes: null, ...this.languages() }
      : { type: null, scopes: this.scopes(), ...this.languages() }
  }

  facts(): PermissionFacts {
    return {
      organizationRole: this.pick(["OWNER", "MEMBER", "MEMBER", null, null]),
      basePermission: {
        ...this.permission(),
        translateLanguageIds: null,
        viewLanguageIds: null,
        stateChangeLanguageIds: null
      },
      directPermission: this.happens(0.6) ? this.permission() : null,
      serverRole: this.happens(0.1) ? "ADMIN" : "USER"
    }
  }
}
