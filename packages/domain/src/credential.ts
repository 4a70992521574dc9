export {
  type ConsoleHeaders,
  type ConsoleSession,
  checkConsoleRequest,
  isSessionEnded,
  sessionIdleMillis,
  sessionLifetimeMillis,
  sessionRandomBytes
} from "./credential/console-session.ts"
export {
  type AccessTokenGeneration,
  decodeProjectApiKey,
  defaultProjectApiKeyDescription,
  encodeBase32,
  encodePersonalAccessToken,
  encodeProjectApiKey,
  generatePersonalAccessToken,
  generateProjectApiKey,
  isAccessTokenEnded,
  nextTokenGeneration,
  type PresentedCredential,
  personalAccessTokenRandomBytes,
  presentedCredential,
  projectApiKeyRandomBytes,
  type SessionCookie
} from "./credential/credential.ts"
export {
  type ApiKeyCreation,
  type ApiKeyCreationInput,
  type ApiKeyEdit,
  type ApiKeyEditInput,
  checkNarrowForeignKey,
  type TokenInput,
  validateApiKeyCreation,
  validateApiKeyEdit,
  validateTokenDescription
} from "./credential/key-rules.ts"
export {
  emailVerificationMillis,
  isCodeExpired,
  passwordResetLinkMillis,
  passwordResetMillis
} from "./credential/one-time-code.ts"
export { clientNetwork, shortenedAddress } from "./network/ip-address.ts"
