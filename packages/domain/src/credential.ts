export { type Credential, type PresentedCredential, readCredential } from "./credential/credential.ts"
export {
  decodePersonalAccessToken,
  encodePersonalAccessToken,
  generatePersonalAccessToken,
  personalAccessTokenPrefix,
  personalAccessTokenRandomBytes
} from "./credential/personal-access-token.ts"
export {
  decodeProjectApiKey,
  defaultProjectApiKeyDescription,
  encodeProjectApiKey,
  generateProjectApiKey,
  projectApiKeyPrefix,
  projectApiKeyRandomBytes
} from "./credential/project-api-key.ts"
