import { Layer } from "effect"
import { AdministrationHandlers } from "./administration/administration-handlers.ts"
import { AuditLogHandlers } from "./audit-log/audit-log-handlers.ts"
import { AuthenticationHandlers } from "./authentication/authentication-handlers.ts"
import { ConsoleSessionHandlers } from "./console-session/console-session-handlers.ts"
import { EmailVerificationHandlers } from "./email-verification/email-verification-handlers.ts"
import { NotificationHandlers } from "./notification/notification-handlers.ts"
import { PasskeyHandlers } from "./passkey/passkey-handlers.ts"
import { PasswordResetHandlers } from "./password-reset/password-reset-handlers.ts"
import { PersonalAccessTokenHandlers } from "./personal-access-token/personal-access-token-handlers.ts"
import { SecondFactorHandlers } from "./second-factor/second-factor-handlers.ts"
import { ServerConfigurationHandlers } from "./server-configuration/server-configuration-handlers.ts"
import { ServerStatusHandlers } from "./server-status/server-status-handlers.ts"
import { SignInHandlers } from "./sign-in/sign-in-handlers.ts"
import { UserHandlers, UserPreferenceHandlers } from "./user/user-handlers.ts"

/** Every endpoint of people. */
export const layerIdentityHandlers = Layer.mergeAll(
  AdministrationHandlers,
  AuditLogHandlers,
  AuthenticationHandlers,
  ConsoleSessionHandlers,
  EmailVerificationHandlers,
  PasswordResetHandlers,
  PasskeyHandlers,
  NotificationHandlers,
  PersonalAccessTokenHandlers,
  SecondFactorHandlers,
  ServerConfigurationHandlers,
  ServerStatusHandlers,
  SignInHandlers,
  UserHandlers,
  UserPreferenceHandlers
)
