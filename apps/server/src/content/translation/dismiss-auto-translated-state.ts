import type { ProjectAccess } from "../../platform/access/grant.ts"
import { changeTranslation } from "./change-translation.ts"

/** A person takes over what a machine translated. Source: reference "content-api" 3.6. */
export const dismissAutoTranslatedState = (access: ProjectAccess<"translations.state-edit">, translationId: number) =>
  changeTranslation(access, translationId, "DISMISS_AUTO_TRANSLATED_STATE", (before) => ({
    ...before,
    auto: false,
    mtProvider: null
  }))
