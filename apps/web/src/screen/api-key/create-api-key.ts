import type { Scope } from "@dragoman/domain/permission"
import { call } from "../../base/api/call.ts"
import type { RevealedProjectApiKeyModel } from "../../base/api/contract.ts"

const dayMillis = 86_400_000

/** Days until a key ends; null: never. */
export const lifetimes = { d30: 30, d90: 90, d365: 365, never: null } as const

export type Lifetime = keyof typeof lifetimes

interface NewApiKey {
  readonly projectId: number
  readonly scopes: ReadonlyArray<Scope>
  readonly description: string
  readonly lifetime: Lifetime
}

/** Only the response has the key itself. */
export const createApiKey = ({ lifetime, ...key }: NewApiKey): Promise<RevealedProjectApiKeyModel> => {
  const days = lifetimes[lifetime]
  const expiresAt = days === null ? null : Date.now() + days * dayMillis
  return call("projectApiKey", "create", { payload: { ...key, expiresAt } })
}
