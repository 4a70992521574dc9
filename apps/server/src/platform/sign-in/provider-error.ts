import { Data } from "effect"

/**
 * Why a login by a provider failed. `refused`: it said so; `invalidProof`: its ID token is not valid; `unreachable`: nothing
 * usable came, and it may be different in a minute.
 */
export class ProviderError extends Data.TaggedError("ProviderError")<{
  readonly kind: "refused" | "invalidProof" | "unreachable"
  /** For the person: what the provider or the check said, shortened. */
  readonly details: ReadonlyArray<string>
}> {}

const detailMaxUtf16Units = 300

export const providerError = (
  kind: ProviderError["kind"],
  ...details: ReadonlyArray<string | undefined>
): ProviderError =>
  new ProviderError({
    kind,
    details: details.flatMap((detail) => (detail ? [detail.slice(0, detailMaxUtf16Units)] : []))
  })
