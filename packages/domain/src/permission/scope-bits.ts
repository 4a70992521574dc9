import { type Scope, scopes } from "./scope.ts"

/** One bit per scope: 28 scopes fit into the 32 bits that JavaScript's bitwise operators work on. */
export const bitOfScope = Object.fromEntries(scopes.map((scope, index) => [scope, 1 << index])) as Readonly<
  Record<Scope, number>
>

/** The bits of a list of scopes, exactly as they are listed: nothing is expanded. */
export const bitsOfScopes = (list: ReadonlyArray<Scope>): number =>
  list.reduce((bits, scope) => bits | bitOfScope[scope], 0)
