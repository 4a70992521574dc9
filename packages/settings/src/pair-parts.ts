import { Result } from "effect"
import type { SettingParts } from "./setting-parts.ts"

/** Parts whose rest of the name is the name of a pair, as Spring writes maps. */
export const pairParts = (tolgee: string): SettingParts => ({
  tolgee,
  join: (parts) => {
    const wrong = parts.find(({ text }) => text.includes(","))
    if (wrong !== undefined) return Result.fail(`${wrong.quoted} must not contain a comma.`)
    // Names of variables are in capitals; no service has such names.
    const nameOf = (name: string) => (/[a-z]/.test(name) ? name : name.toLowerCase())
    return Result.succeed(parts.map(({ name, text }) => `${nameOf(name)}=${text}`).join(","))
  }
})
