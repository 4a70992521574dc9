import type { OrganizationRole } from "@dragoman/domain/permission"
import type { TextKey } from "../../base/texts/text.ts"

const texts: Readonly<Record<OrganizationRole, TextKey>> = {
  OWNER: "organization.role-OWNER",
  MEMBER: "organization.role-MEMBER"
}

/** A role in words; null: only direct permissions in projects. */
export const roleText = (role: OrganizationRole | null): TextKey =>
  role === null ? "organization.role-none" : texts[role]
