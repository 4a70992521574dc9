/** The name in the audit log of a person who runs a command on the machine of the server, and is no user. */
export const operator = { userId: null, username: "operator" } as const
