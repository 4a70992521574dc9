/** Final states, unless a user asks for a redelivery. */
export const endedDeliveryStates = ["DELIVERED", "FAILED", "DROPPED"] as const

/**
 * PENDING: waits for its next attempt, or is being sent. DELIVERED: the endpoint responded with 2xx. FAILED: given up after
 * the last attempt. DROPPED: its webhook configuration was disabled when it became due.
 */
export const deliveryStates = ["PENDING", ...endedDeliveryStates] as const

export type DeliveryState = (typeof deliveryStates)[number]
