export const serverRoles = ["USER", "ADMIN"] as const

/** On the whole server, not in one organization. Source: reference "auth-and-permissions" 2.1. */
export type ServerRole = (typeof serverRoles)[number]
