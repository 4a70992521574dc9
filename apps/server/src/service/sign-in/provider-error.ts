import { Data } from "effect"

/**
 * The reason why a login by a provider failed. `refused`: the provider rejected it; `invalidProof`: its ID token is not
 * valid; `unreachable`: no usable response arrived, and a later attempt may succeed.
 */
export class ProviderError extends Data.TaggedError("ProviderError")<{
  readonly kind: "refused" | "invalidProof" | "unreachable"
  /** Message of the provider or the check for the person, shortened. */
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
