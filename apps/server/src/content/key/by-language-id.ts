import type { DomainError } from "@dragoman/domain/error"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { failWith } from "../../platform/fail.ts"

/** What a body says by language tag, by language; 404 when the project does not have one of them. */
export const byLanguageId = <Value>(
  project: Pick<ContentProject, "languages">,
  valueByTag: ReadonlyMap<string, Value>
): Effect.Effect<ReadonlyMap<number, Value>, DomainError> => {
  const idByTag = new Map(project.languages.map(({ id, tag }) => [tag, id]))
  const valueById = new Map<number, Value>()
  for (const [tag, value] of valueByTag) {
    const id = idByTag.get(tag)
    if (id === undefined) return failWith("language_not_found")
    valueById.set(id, value)
  }
  return Effect.succeed(valueById)
}
