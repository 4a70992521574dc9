import { Database, IdentityRepository } from "@dragoman/store"
import { Effect } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import { issuerOf } from "../../service/sign-in/provider.ts"
import { globalSsoOf, providerOfSettings } from "../../service/sign-in/providers.ts"

/**
 * Writes the issuers of identities that an older server or a move from Tolgee left without one: those that the settings name at
 * the first start afterwards, before any login. Only the operator sets them (ADR 74).
 */
export const setMissingIssuers = Effect.gen(function* () {
  const settings = yield* Settings
  const identities = yield* IdentityRepository
  const database = yield* Database
  const services = ["github", "google", "oauth2"] as const
  const providers = [globalSsoOf(settings), ...services.map((service) => providerOfSettings(service, settings))]
  yield* database.transaction(
    Effect.forEach(
      providers,
      (provider) =>
        provider === null
          ? Effect.void
          : identities.setMissingIssuer({ type: provider.type, organizationId: 0, issuer: issuerOf(provider) }),
      { discard: true }
    )
  )
}).pipe(Effect.withSpan("setMissingIssuers"))
