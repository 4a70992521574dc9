import { Api } from "@dragoman/api"
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { getUser } from "../../identity/user/user-queries.ts"
import { userToModel } from "../../identity/user/user-shapes.ts"
import { getOrganization } from "../../organization/organization/organization-queries.ts"
import { organizationToModel } from "../../organization/organization/organization-shapes.ts"
import { getProject } from "../../project/project/project-queries.ts"
import { projectToModel } from "../../project/project/project-shapes.ts"
import {
  type OrganizationAccess,
  type ProjectAccess,
  type UserAccess,
  withAccess
} from "../../service/access/access.ts"
import { type AvatarOwner, avatarLimits, removeAvatar, setAvatar } from "../image/change-images.ts"
import { receiveImage } from "../image/image-thread.ts"

export const AvatarHandlers = HttpApiBuilder.group(Api, "avatar", (handlers) =>
  handlers
    .handleRaw(
      "setOfUser",
      withAccess(function* (access, { request }) {
        yield* receiveAvatar(userOf(access), request)
        return userToModel(yield* getUser(access))
      })
    )
    .handleRaw(
      "setOfOrganization",
      withAccess(function* (access, { request }) {
        yield* receiveAvatar(organizationOf(access), request)
        return organizationToModel(yield* getOrganization(access))
      })
    )
    .handleRaw(
      "setOfProject",
      withAccess(function* (access, { request }) {
        yield* receiveAvatar(projectOf(access), request)
        return projectToModel(yield* getProject(access), access.caller.serverRole)
      })
    )
    .handleAll({
      removeOfUser: withAccess(function* (access) {
        yield* removeAvatar(userOf(access))
        return userToModel(yield* getUser(access))
      }),
      removeOfOrganization: withAccess(function* (access) {
        yield* removeAvatar(organizationOf(access))
        return organizationToModel(yield* getOrganization(access))
      }),
      removeOfProject: withAccess(function* (access) {
        yield* removeAvatar(projectOf(access))
        return projectToModel(yield* getProject(access), access.caller.serverRole)
      })
    })
)

const receiveAvatar = Effect.fnUntraced(function* (owner: AvatarOwner, request: HttpServerRequest.HttpServerRequest) {
  const { image } = yield* receiveImage(request, "avatar", Schema.Unknown, avatarLimits(owner))
  yield* setAvatar(owner, image)
})

const userOf = ({ caller }: UserAccess): AvatarOwner => ({ purpose: "USER_AVATAR", id: caller.userId })

const organizationOf = ({ organizationId }: OrganizationAccess<"OWNER">): AvatarOwner => ({
  purpose: "ORGANIZATION_AVATAR",
  id: organizationId
})

const projectOf = ({ projectId }: ProjectAccess<"project.edit">): AvatarOwner => ({
  purpose: "PROJECT_AVATAR",
  id: projectId
})
