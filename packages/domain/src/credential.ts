export { type PresentedCredential, presentedCredential } from "./credential/credential.ts"
