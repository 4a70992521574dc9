import type { Scope } from "@dragoman/domain/permission"
import type { ProjectModel } from "../../base/api/contract.ts"
import type { Text } from "../../base/texts/text.ts"

/** Why I may not do this in the project, for a control that is disabled; null: I may. The server decides. */
export const missingScope = (project: ProjectModel, scope: Scope, t: Text): string | null =>
  project.computedPermission.scopes.includes(scope) ? null : t("permission.needs", { scope: t(`scope.${scope}`) })
