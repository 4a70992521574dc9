/** Who acts when a person runs a command on the machine of the server: no user, and the audit log has this name. */
export const operator = { userId: null, username: "operator" } as const
