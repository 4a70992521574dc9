/** The line that the CLI prints for an error of the server. */
export const missingScope = (scope: string): string =>
  `🔴 You are not allowed to perform this operation [status: 403, code: operation_not_permitted, missing scope: ${scope}]`

export const invalidRequest = (code: string): string => `🔴 Invalid request data [status: 400, code: ${code}]`

/** The line for an error whose body has no code. */
export const rateLimited = "🔴 You've been rate limited. Please try again later [status: 429]"
