import { Database, IdentityRepository, type IdentityRow, OrganizationSsoRepository } from "@dragoman/store"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { issuerOf, type OidcProvider } from "../sign-in/provider.ts"
import { globalSsoOf, organizationSsoOf, Providers } from "../sign-in/providers.ts"

const minuteMillis = 60_000

/** Time after which a provider that did not respond is asked again, by one server at most. */
const refreshClaimMillis = 30_000

/** How long a login by single sign-on counts before the provider is asked again. Epoch milliseconds. */
export const ssoValidUntil = (type: "SSO" | "SSO_GLOBAL", settings: SettingValues, now: number): number =>
  now + minuteMillis * (type === "SSO" ? settings.ssoOrganizationsSessionMinutes : settings.ssoGlobalSessionMinutes)

/**
 * Sessions of single sign-on: after some minutes the provider must confirm the person, whatever credential is used. One
 * server asks; meanwhile, and while the provider does not respond, access continues for the grace period. A rejection
 * ends it at once.
 */
export class SsoSessions extends Context.Service<
  SsoSessions,
  {
    /** Whether a user whose confirmation has expired may continue. */
    readonly confirm: (userId: number) => Effect.Effect<boolean>
  }
>()("@dragoman/server/service/access/SsoSessions") {
  static readonly layer = Layer.effect(
    SsoSessions,
    Effect.gen(function* () {
      const settings = yield* Settings
      const identities = yield* IdentityRepository
      const tenants = yield* OrganizationSsoRepository
      const database = yield* Database
      const providers = yield* Providers

      /**
       * Finds the provider to ask; null: single sign-on is off, or another provider has replaced it, which must not get
       * the refresh token.
       */
      const providerOf = Effect.fnUntraced(function* ({ type, organizationId, issuer }: IdentityRow) {
        const tenant =
          type === "SSO" && settings.ssoOrganizations
            ? Option.filter(yield* tenants.find(organizationId), ({ enabled }) => enabled)
            : Option.none()
        const provider =
          type === "SSO_GLOBAL" ? globalSsoOf(settings) : Option.getOrNull(Option.map(tenant, organizationSsoOf))
        return provider !== null && issuerOf(provider) === issuer ? provider : null
      })

      /**
       * Runs in one transaction: when the organization changes its provider meanwhile, either its links are gone or
       * this transaction waits.
       */
      const claim = Effect.fnUntraced(function* (userId: number, now: number) {
        const claimed = yield* identities.claimRefresh(userId, now, now + refreshClaimMillis)
        return Option.isSome(claimed)
          ? Option.some({ identity: claimed.value, provider: yield* providerOf(claimed.value) })
          : Option.none()
      })

      const isWithinGrace = ({ type, checkedAt }: IdentityRow, now: number): boolean =>
        now <
        ssoValidUntil(type === "SSO" ? "SSO" : "SSO_GLOBAL", settings, checkedAt) +
          settings.ssoGraceMinutes * minuteMillis

      const refuse = (identity: IdentityRow) =>
        Effect.as(
          database.transaction(
            identities.setSession(identity, { refreshToken: null, checkedAt: identity.checkedAt, validUntil: 0 })
          ),
          false
        )

      const ask = Effect.fnUntraced(function* (identity: IdentityRow, provider: OidcProvider | null, now: number) {
        if (provider === null || identity.refreshToken === null) return yield* refuse(identity)
        return yield* providers.refresh(provider, identity.refreshToken).pipe(
          Effect.flatMap((refreshToken) =>
            Effect.as(
              database.transaction(
                identities.setSession(identity, {
                  refreshToken,
                  checkedAt: now,
                  validUntil: ssoValidUntil(provider.type === "SSO" ? "SSO" : "SSO_GLOBAL", settings, now)
                })
              ),
              true
            )
          ),
          Effect.catchTag("ProviderError", (error) => {
            if (error.kind !== "unreachable") return refuse(identity)
            return Effect.as(
              Effect.logWarning("Provider of single sign-on unavailable").pipe(
                Effect.annotateLogs({ type: identity.type, details: error.details.join("; ") })
              ),
              isWithinGrace(identity, now)
            )
          })
        )
      })

      return SsoSessions.of({
        confirm: Effect.fn("SsoSessions.confirm")(function* (userId) {
          const now = yield* Clock.currentTimeMillis
          const claimed = yield* database.transaction(claim(userId, now))
          if (Option.isSome(claimed)) return yield* ask(claimed.value.identity, claimed.value.provider, now)
          const asked = yield* identities.findOfUser(userId)
          return Option.exists(asked, (identity) => identity.refreshToken !== null && isWithinGrace(identity, now))
        })
      })
    })
  )
}
