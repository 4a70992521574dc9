export { maskEndpointUrl } from "./secret/mask-endpoint-url.ts"
export { type DeliveryState, deliveryStates, endedDeliveryStates } from "./webhook/delivery-state.ts"
export {
  type AddressClass,
  type AddressList,
  classifyAddress,
  type EndpointRules,
  endpointRules,
  mayReach,
  parseAddressList
} from "./webhook/endpoint-address.ts"
export { mayUsePort, type PortRules, parsePortRules } from "./webhook/endpoint-port.ts"
export { type EndpointUrl, endpointUrlMaxLength, parseEndpointUrl } from "./webhook/endpoint-url.ts"
export {
  type ChangedPlace,
  collectPlaces,
  type EventFilter,
  type EventFilterInput,
  type FilteredEvent,
  matchesEventFilter,
  type PlaceCollector,
  validateEventFilter
} from "./webhook/event-filter.ts"
export { attemptsMax, endpointPauseMillis, pauseMaxMillis, retryPauseMillis } from "./webhook/retry-schedule.ts"
export {
  type AsymmetricallySignedRequest,
  asymmetricSignature,
  type Ed25519Sign,
  type HmacSha256,
  type SignedRequest,
  signatureHeaders
} from "./webhook/signature.ts"
export { type WebhookActivity, type WebhookEventBody, webhookActivity, webhookBody } from "./webhook/webhook-body.ts"
export {
  forgetExpiredSecret,
  makeWebhookSecret,
  rotateSecret,
  signingSecrets,
  validateSecretOverlap,
  type WebhookSecrets
} from "./webhook/webhook-secret.ts"
export { moveWebhookState, type WebhookEvent, type WebhookState } from "./webhook/webhook-state.ts"
