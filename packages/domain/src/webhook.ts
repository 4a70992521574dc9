export {
  type BodyTemplate,
  type BodyTemplateInput,
  bodyTemplateKinds,
  bodyTemplateLimits,
  bodyTemplateText,
  bodyTemplateValues,
  exampleEvents,
  validateBodyTemplate
} from "./webhook/body-template.ts"
export { checkMoveWebhook } from "./webhook/check-move-webhook.ts"
export {
  type DeliveryFailure,
  type DeliveryFailureId,
  deliveryFailureIds,
  deliveryFailures,
  type NoResponseReason,
  noResponseSentence,
  readDeliveryFailure,
  statusSentence
} from "./webhook/delivery-failure.ts"
export { type DeliveryState, deliveryStates, endedDeliveryStates } from "./webhook/delivery-state.ts"
export {
  attemptsMax,
  endpointPauseMillis,
  parseRetryAfter,
  pauseMaxMillis,
  retryPauseMillis
} from "./webhook/retry-schedule.ts"
export {
  type AsymmetricallySignedRequest,
  asymmetricSignature,
  digestEncodings,
  type Ed25519Sign,
  forgetExpiredSecret,
  makeWebhookSecret,
  rotateSecret,
  type SignatureHeaders,
  type SignatureScheme,
  type SignBody,
  type SignedRequest,
  secretKey,
  signatureHeaders,
  signingSecrets,
  validateSecretOverlap,
  type WebhookSecrets,
  webhookSecretBytes
} from "./webhook/signature.ts"
export {
  type ChangedPlace,
  collectPlaces,
  type EventFilter,
  type EventFilterInput,
  type FilteredEvent,
  matchesEventFilter,
  type PlaceCollector,
  validateEventFilter,
  type WebhookActivity,
  type WebhookEventBody,
  webhookActivity,
  webhookBody,
  webhookBodyAround
} from "./webhook/webhook-event.ts"
export {
  isSameServer,
  keepsHeaderValues,
  validateWebhookHeaders,
  type WebhookHeader,
  type WebhookHeaderInput
} from "./webhook/webhook-header.ts"
export { moveWebhookState, type WebhookEvent, type WebhookState } from "./webhook/webhook-state.ts"
