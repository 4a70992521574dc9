import { randomBytes } from "node:crypto"
import { makeWebhookSecret } from "@dragoman/domain/webhook"

/** Bytes of randomness in a secret. Source: reference "webhooks" 1.4. */
const secretBytes = 16

/** A secret that nobody can guess. */
export const newWebhookSecret = (): string => makeWebhookSecret(randomBytes(secretBytes))
