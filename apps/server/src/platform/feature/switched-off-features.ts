import { Context } from "effect"

/**
 * Features that tests of clients have switched off in this process, by Tolgee's names. Empty on a server of users: only the
 * internal endpoints, which `DRAGOMAN_INTERNAL_ENDPOINTS` opens, write it.
 */
export const SwitchedOffFeatures = Context.Reference<Set<string>>(
  "@dragoman/server/platform/feature/SwitchedOffFeatures",
  { defaultValue: () => new Set() }
)
