export {
  type AddressClass,
  type AllowList,
  classifyAddress,
  emptyAllowList,
  mayReach,
  parseAllowList
} from "./webhook/endpoint-address.ts"
export { type EndpointUrl, endpointUrlMaxLength, parseEndpointUrl } from "./webhook/endpoint-url.ts"
export { attemptsMax, nextAttemptAt } from "./webhook/retry-schedule.ts"
export {
  type AsymmetricallySignedRequest,
  asymmetricSignature,
  type Ed25519Sign,
  type HmacSha256,
  type SignedRequest,
  signatureHeaders
} from "./webhook/signature.ts"
export { type WebhookEventBody, webhookBody } from "./webhook/webhook-body.ts"
export { makeWebhookSecret } from "./webhook/webhook-secret.ts"
export { moveWebhookState, type WebhookEvent, type WebhookState } from "./webhook/webhook-state.ts"
