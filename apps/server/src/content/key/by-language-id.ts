import type { ApiError } from "@dragoman/api"
import { Effect } from "effect"
import type { ContentProject } from "../../change/lock/content-project.ts"
import { refusedWith } from "../../platform/refused.ts"

/** What a body says by language tag, by language; 404 when the project does not have one of them. */
export const byLanguageId = <Value>(
  project: Pick<ContentProject, "languages">,
  valueByTag: ReadonlyMap<string, Value>
): Effect.Effect<ReadonlyMap<number, Value>, ApiError> => {
  const idByTag = new Map(project.languages.map(({ id, tag }) => [tag, id]))
  const valueById = new Map<number, Value>()
  for (const [tag, value] of valueByTag) {
    const id = idByTag.get(tag)
    if (id === undefined) return refusedWith(404, "language_not_found")
    valueById.set(id, value)
  }
  return Effect.succeed(valueById)
}
