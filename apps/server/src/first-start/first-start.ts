import { Effect } from "effect"

export interface FirstStart {
  readonly username: string
  /** Only when it was generated just now. */
  readonly password: string | null
  readonly organizationSlug: string
}

/** Makes the first administrator with an organization of its own; null when there are users already. */
export const firstStart: Effect.Effect<FirstStart | null> = Effect.succeed(null)
