import type { ServerRole } from "@dragoman/domain/permission"
import type { TextKey } from "../../base/texts/text.ts"

const roleTexts: Readonly<Record<ServerRole, TextKey>> = {
  ADMIN: "server.role-ADMIN",
  USER: "server.role-USER"
}

export const serverRoleText = (role: ServerRole): TextKey => roleTexts[role]

export const serverRolesOffered: ReadonlyArray<ServerRole> = ["USER", "ADMIN"]
