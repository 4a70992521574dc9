import type { Vitest } from "@effect/vitest"
import type { Effect } from "effect"
import type { ContractEndpoint } from "./contract-endpoints.ts"

/** Tests every row: `npm test` the first one of each kind, `npm run test:exhaustive` the others. */
export const eachKind =
  <Row, R>(test: Vitest.Tester<R>, rows: ReadonlyArray<Row>, kindOf: (row: Row) => string) =>
  <A, E>(name: string, self: (row: Row) => Effect.Effect<A, E, R>): void => {
    // The last one of a kind stays in a map.
    const firstOfKind = new Set(new Map(rows.toReversed().map((row) => [kindOf(row), row])).values())
    test.each(rows.filter((row) => firstOfKind.has(row)))(name, self)
    test.each(rows.filter((row) => !firstOfKind.has(row)))(name, self, { tags: ["exhaustive"] })
  }

/** Endpoints with the same method and the same kind of access share the code that a request passes before its handler. */
export const accessKind = ({ method, requirement }: ContractEndpoint): string => `${method} ${requirement.subject}`
