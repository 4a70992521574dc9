import { HttpApiEndpoint } from "effect/http-api"
import { nothing, organization, type Requirement, requires, user } from "../access/requirement.ts"

const o = "/v2/organizations/:organization"

/**
 * Families of Tolgee's API that the server does not have yet, by the name of their feature. Each path stands for all
 * methods, and for every longer path. A family that arrives loses its rows here; declared endpoints win over a row.
 */
const familyPaths = {
  BILLING: [`${o}/usage`, "/v2/ee-license"],
  SLACK_INTEGRATION: [`${o}/slack`, "/v2/slack"]
} as const satisfies Readonly<Record<string, ReadonlyArray<`/v2/${string}`>>>

/** Tolgee's name of a missing feature; ours where Tolgee has none. */
export type UnsupportedFeature = keyof typeof familyPaths

/** Requires what the other paths of an organization require at least. */
const requirementOf = (path: string): Requirement => {
  if (path.startsWith(o)) return organization("VIEWER", { credentials: ["JWT", "PAT"] })
  return path.startsWith("/v2/public/") ? nothing : user({ credentials: ["JWT", "PAT"] })
}

export interface UnsupportedFamily {
  readonly feature: UnsupportedFeature
  readonly path: string
  /** Carries path and requirement to the authorization; the contract does not declare it. */
  readonly endpoint: HttpApiEndpoint.Top
}

/** The rows of the table. */
export const unsupportedFamilies: ReadonlyArray<UnsupportedFamily> = Object.entries(familyPaths).flatMap(
  ([feature, paths]) =>
    paths.map((path) => ({
      feature: feature as UnsupportedFeature,
      path,
      endpoint: requires(requirementOf(path))(
        HttpApiEndpoint.get("unsupported", path)
      ) as unknown as HttpApiEndpoint.Top
    }))
)

/** A family, and the values of the parameters of its path. */
export interface FoundFamily extends UnsupportedFamily {
  readonly params: Readonly<Record<string, string>>
}

/** Finds the family of a path without query, in its long form; null: the path belongs to none. */
export const findUnsupportedFamily = (path: string): FoundFamily | null => {
  const segments = segmentsOf(path)
  for (const family of unsupportedFamilies) {
    const params = matchBeginning(segmentsOf(family.path), segments)
    if (params !== null) return { ...family, params }
  }
  return null
}

/** Skips empty segments, as the router does. */
const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((segment) => segment !== "")

const matchBeginning = (
  pattern: ReadonlyArray<string>,
  segments: ReadonlyArray<string>
): Readonly<Record<string, string>> | null => {
  const params: Record<string, string> = {}
  for (const [index, word] of pattern.entries()) {
    const segment = segments[index]
    if (segment === undefined) return null
    if (word.startsWith(":")) params[word.slice(1)] = segment
    else if (word !== segment) return null
  }
  return params
}
