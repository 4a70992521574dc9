import type { ProjectAccess } from "../../platform/access/grant.ts"
import { changeTranslation } from "./change-translation.ts"

/** Source: reference "content-api" 3.6. */
export const setOutdatedFlag = (
  access: ProjectAccess<"translations.state-edit">,
  translationId: number,
  outdated: boolean
) => changeTranslation(access, translationId, "SET_OUTDATED_FLAG", (before) => ({ ...before, outdated }))
