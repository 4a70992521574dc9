export { type DispatcherOptions, dispatcherConnection, type EngineOptions, runDispatcher, runEngine } from "./engine.ts"
export { makeAttemptCounter, recordAttempts, updateOutboxMetrics } from "./metrics/webhook-metrics.ts"
export {
  DeliverySender,
  type SenderOptions,
  type SendRequest,
  sendTest,
  type TestDelivery
} from "./sending/delivery-sender.ts"
export type { DeliveryOutcome } from "./sending/post.ts"
