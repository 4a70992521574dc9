export {
  type AccessTokenGeneration,
  decodeProjectApiKey,
  defaultProjectApiKeyDescription,
  encodePersonalAccessToken,
  encodeProjectApiKey,
  generatePersonalAccessToken,
  generateProjectApiKey,
  isAccessTokenEnded,
  nextTokenGeneration,
  type PresentedCredential,
  personalAccessTokenRandomBytes,
  presentedCredential,
  projectApiKeyRandomBytes
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
export { clientNetwork } from "./network/ip-address.ts"
