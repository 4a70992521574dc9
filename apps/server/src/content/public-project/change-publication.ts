import type { PublicationBody } from "@dragoman/api"
import { checkPublishProject } from "@dragoman/domain/permission"
import { ProjectRepository } from "@dragoman/store"
import { Effect } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { failIf } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { getProject } from "../../project/project/project-queries.ts"
import { projectObject } from "../../project/project/project-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"

/** Reads whether a project is public, and whether the server shows public projects. */
export const getPublication = Effect.fn("getPublication")(function* (access: ProjectAccess) {
  const { publicProjects } = yield* Settings
  const { isPublic } = yield* getProject(access)
  return { public: isPublic, allowed: publicProjects }
})

/** Makes a project public or private; the next request of a visitor sees it. Source: docs/permissions.md#public-projects. */
export const setPublication = Effect.fn("setPublication")(function* (
  access: ProjectAccess<"admin">,
  { public: isPublic }: PublicationBody
) {
  const { publicProjects } = yield* Settings
  const { caller, projectId, organizationId, organizationRole } = access
  yield* failIf(
    checkPublishProject({
      organizationRole,
      serverRole: caller.serverRole,
      isPublic,
      arePublicProjectsAllowed: publicProjects
    })
  )
  const repository = yield* ProjectRepository
  yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const project = yield* getProject(access)
      if (project.isPublic === isPublic) return
      yield* repository.setPublic(projectId, isPublic)
      yield* recordAudit(caller, {
        action: isPublic ? "PROJECT_MADE_PUBLIC" : "PROJECT_MADE_PRIVATE",
        object: projectObject(project),
        organizationId,
        projectId
      })
    })
  )
  return { public: isPublic, allowed: publicProjects }
})
