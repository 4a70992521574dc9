export { type AccessTokenGeneration, isAccessTokenEnded, nextTokenGeneration } from "./credential/access-token.ts"
export { clientNetwork } from "./credential/client-network.ts"
export { type PresentedCredential, presentedCredential } from "./credential/credential.ts"
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
  encodePersonalAccessToken,
  generatePersonalAccessToken,
  personalAccessTokenRandomBytes
} from "./credential/personal-access-token.ts"
export {
  decodeProjectApiKey,
  defaultProjectApiKeyDescription,
  encodeProjectApiKey,
  generateProjectApiKey,
  projectApiKeyRandomBytes
} from "./credential/project-api-key.ts"
