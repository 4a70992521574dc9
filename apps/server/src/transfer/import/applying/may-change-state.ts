import { checkLanguages, checkScopes } from "@dragoman/domain/permission"
import type { ImportAuthority } from "./import-source.ts"

/** May the caller change states in this language? Then protected texts can be overridden. */
export const mayChangeState = (
  { effectiveScopes, computedPermission }: Pick<ImportAuthority, "effectiveScopes" | "computedPermission">,
  languageId: number
): boolean =>
  checkScopes(effectiveScopes, ["translations.state-edit"]) === null &&
  checkLanguages(computedPermission, "stateChange", [languageId]) === null
