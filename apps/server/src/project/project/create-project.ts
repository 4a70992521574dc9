import type { CreateProjectBody } from "@dragoman/api"
import { checkCreateProject } from "@dragoman/domain/permission"
import { baseLanguageIndex, type ProjectCreation, validateProjectCreation } from "@dragoman/domain/project"
import {
  AccessRepository,
  Database,
  LanguageRepository,
  OrganizationRepository,
  ProjectRepository,
  SlugRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { insertWithGeneratedSlug } from "../../organization/slug/slug-queries.ts"
import type { UserAccess } from "../../platform/access/access.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { languageEntity } from "../language/language-shapes.ts"
import { readProject } from "./project-queries.ts"
import { projectEntity } from "./project-shapes.ts"

/** Creates a project with its languages in an organization that the caller owns; server administrators may in any. */
export const createProject = Effect.fn("createProject")(function* (access: UserAccess, body: CreateProjectBody) {
  const project = yield* orFail(validateProjectCreation(body))
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* checkOwner(access, project.organizationId)
      const projects = yield* ProjectRepository
      const languages = yield* LanguageRepository
      const now = yield* Clock.currentTimeMillis
      const projectId = yield* insertProject(project, now)
      const baseIndex = yield* orFail(baseLanguageIndex(project))
      const languageIds = yield* languages.insert(projectId, project.languages, now)
      yield* projects.setBaseLanguage(projectId, languageIds[baseIndex] ?? 0)
      const created = yield* readProject(projectId, access.caller.userId)
      yield* recordActivity({
        projectId,
        authorId: access.caller.userId,
        type: "CREATE_PROJECT",
        entities: [
          projectEntity(null, created),
          ...project.languages.map((language, index) => languageEntity(languageIds[index] ?? 0, null, language))
        ]
      })
      return created
    })
  )
})

/** The id of the new project. A requested slug that is taken is an error; a generated one is replaced by the next. */
const insertProject = Effect.fnUntraced(function* (project: ProjectCreation, at: number) {
  const projects = yield* ProjectRepository
  const slugs = yield* SlugRepository
  const { organizationId, name, icuPlaceholders } = project
  const insert = (slug: string) => projects.insert({ organizationId, name, slug, icuPlaceholders, at })
  const isTaken = project.slug !== null && (yield* slugs.findTaken("project", [project.slug])).size > 0
  if (isTaken) return yield* failWith("slug_not_unique")
  const inserted = yield* project.slug === null
    ? insertWithGeneratedSlug("project", name, insert)
    : insert(project.slug)
  return Option.isSome(inserted) ? inserted.value : yield* failWith("slug_not_unique")
})

const checkOwner = Effect.fnUntraced(function* ({ caller }: UserAccess, organizationId: number) {
  const repository = yield* AccessRepository
  const organizations = yield* OrganizationRepository
  // The organization cannot be deleted before this transaction ends.
  yield* organizations.lock(organizationId)
  const found = yield* repository.findOrganization(organizationId, caller.userId)
  const error = checkCreateProject(caller.serverRole, Option.getOrNull(found))
  if (error !== null) return yield* Effect.fail(error)
})
