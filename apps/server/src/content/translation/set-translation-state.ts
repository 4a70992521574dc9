import { type AssignableState, setState } from "@dragoman/domain/translation"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { changeTranslation } from "./change-translation.ts"

/** Without a text the translation stays untranslated. Source: reference "content-api" 3.1, 3.6. */
export const setTranslationState = (access: ProjectAccess, translationId: number, state: AssignableState) =>
  changeTranslation(access, translationId, "SET_TRANSLATION_STATE", (before) => setState(before, state))
