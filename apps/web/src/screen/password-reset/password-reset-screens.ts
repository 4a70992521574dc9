// One chunk for these screens: each further one costs the first script a list of its files.
export { PasswordResetRequestScreen } from "./password-reset-request-screen.tsx"
export { PasswordResetScreen } from "./password-reset-screen.tsx"
