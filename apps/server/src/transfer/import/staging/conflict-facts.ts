import type { ConflictFacts } from "@dragoman/domain/import"
import { ProjectRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { mayChangeState } from "../applying/may-change-state.ts"

/** What decides about conflicts in one language of the project; null: in none. */
export const conflictFactsOf = Effect.fn("conflictFactsOf")(function* (
  access: ProjectAccess<"translations.view">,
  existingLanguageId: number | null
) {
  const projects = yield* ProjectRepository
  const project = yield* projects.find(access.projectId, access.caller.userId)
  if (Option.isNone(project)) return yield* failWith("project_not_found")
  const facts: ConflictFacts = {
    protection: project.value.translationProtection,
    mayChangeState: existingLanguageId !== null && mayChangeState(access, existingLanguageId)
  }
  return facts
})
