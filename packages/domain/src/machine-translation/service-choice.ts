import type { TranslationService } from "./translation-service.ts"

/** Services that a project uses while it has chosen none. */
export interface DefaultServices {
  readonly enabled: ReadonlyArray<TranslationService>
  /** Translates automatically; null: no service does. */
  readonly primary: TranslationService | null
}

/** Returns those of the wished services that exist; the first wished one that exists is the primary one. */
export const defaultServices = (
  existing: ReadonlyArray<TranslationService>,
  wished: {
    readonly enabled: ReadonlyArray<TranslationService>
    readonly primary: ReadonlyArray<TranslationService>
  }
): DefaultServices => ({
  enabled: existing.filter((service) => wished.enabled.includes(service)),
  primary: wished.primary.find((service) => existing.includes(service)) ?? null
})
