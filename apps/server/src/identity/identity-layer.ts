import { Layer } from "effect"
import { AdministrationHandlers } from "./administration/administration-handlers.ts"
import { AuthenticationHandlers } from "./authentication/authentication-handlers.ts"
import { ConsoleSessionHandlers } from "./console-session/console-session-handlers.ts"
import { PersonalAccessTokenHandlers } from "./personal-access-token/personal-access-token-handlers.ts"
import { ServerConfigurationHandlers } from "./server-configuration/server-configuration-handlers.ts"
import { ServerStatusHandlers } from "./server-status/server-status-handlers.ts"
import { UserHandlers, UserPreferenceHandlers } from "./user/user-handlers.ts"

/** Every endpoint of people. */
export const layerIdentityHandlers = Layer.mergeAll(
  AdministrationHandlers,
  AuthenticationHandlers,
  ConsoleSessionHandlers,
  PersonalAccessTokenHandlers,
  ServerConfigurationHandlers,
  ServerStatusHandlers,
  UserHandlers,
  UserPreferenceHandlers
)
