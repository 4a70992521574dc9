import { endpointRules } from "@dragoman/domain/webhook"

/** Receivers of the tests listen on this machine, which webhooks may not reach otherwise. */
export const localRules = endpointRules({ allow: ["127.0.0.1"] })
